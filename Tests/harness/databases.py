"""Databases for test servers: files, or with TEST_ENGINE=postgresql databases on the server TEST_POSTGRESQL."""

import contextlib
import os
import pathlib
import re
import sqlite3
import subprocess
import uuid

IS_POSTGRESQL = os.environ.get("TEST_ENGINE") == "postgresql"
SERVER = os.environ.get("TEST_POSTGRESQL", "")


def new(folder):
    """A new database for a server: the path of a file that does not exist yet, or an existing PostgreSQL database."""
    return create() if IS_POSTGRESQL else pathlib.Path(folder) / "pages.sqlite"


def template(database):
    """The content of a database that is not open, from which `restored` creates copies."""
    return database if IS_POSTGRESQL else pathlib.Path(database).read_bytes()


def restored(content, folder):
    if IS_POSTGRESQL:
        return create(f"TEMPLATE {name(content)}")
    file = pathlib.Path(folder) / "pages.sqlite"
    file.write_bytes(content)
    return file


def create(options=""):
    database = f"test_{uuid.uuid4().hex[:16]}"
    execute(f"CREATE DATABASE {database} {options}")
    return re.sub(r"/\w*(\?|$)", rf"/{database}\1", SERVER, count=1)


def execute(statement, database=SERVER):
    """Runs a statement in a file that is not open or on a server; returns the first column of its rows as text."""
    if str(database).startswith("postgresql:"):
        words = ["psql", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", database, "-c", statement]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        return [str(row[0]) for row in connection.execute(statement)]


def blob(content):
    """Bytes as an SQL literal."""
    return f"'\\x{content.hex()}'::bytea" if IS_POSTGRESQL else f"x'{content.hex()}'"


def name(database):
    return re.search(r"/(\w+)(?:\?|$)", database).group(1)

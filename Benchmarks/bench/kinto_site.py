"""Kinto with everything in memory and one public record. Each process has its own memory, so each worker creates the
record. `KINTO_RECORD` is the name of the file with it."""

import json
import os
import pathlib

import kinto
from kinto_record import RECORD
from webob import Request

SETTINGS = {
    "kinto.storage_backend": "kinto.core.storage.memory",
    "kinto.cache_backend": "kinto.core.cache.memory",
    "kinto.permission_backend": "kinto.core.permission.memory",
    "kinto.userid_hmac_secret": "benchmark",
    "multiauth.policies": "basicauth",
    "kinto.bucket_create_principals": "system.Authenticated",
}


def put(application, path, value):
    response = Request.blank(
        path,
        method="PUT",
        body=json.dumps(value).encode(),
        content_type="application/json",
        authorization=("Basic", "YmVuY2g6YmVuY2g="),
    ).get_response(application)
    if response.status_code != 201:
        raise SystemExit(f"Kinto answered {response.status} to {path}: {response.text}")


def serving():
    application = kinto.main({}, **SETTINGS)
    put(application, "/v1/buckets/bench", {"permissions": {"read": ["system.Everyone"]}})
    put(application, "/v1/buckets/bench/collections/pages", {})
    put(application, RECORD, {"data": json.loads(pathlib.Path(os.environ["KINTO_RECORD"]).read_text())})
    return application


application = serving()

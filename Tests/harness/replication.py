"""A PostgreSQL server with a synchronous standby that can take its place."""

import shutil

from harness import databases, eventually
from harness.postgresql import PostgreSQL

# A standby is there soon; nobody waits for the next try.
SETTINGS = {"wal_retrieve_retry_interval": "100ms", "wal_sender_timeout": "2s", "max_connections": 100}


class Pair:
    """`with Pair() as pair:` runs both until the block ends. `url` names both: a program uses the one that is the primary."""

    def __init__(self):
        self.primary = PostgreSQL(SETTINGS)
        self.standby = None

    def __enter__(self):
        self.primary.start()
        try:
            self.standby = PostgreSQL(SETTINGS, primary=self.primary).start()
            self._wait_for_standby()
        except BaseException:
            self.__exit__()
            raise
        self.url = f"postgresql://homeblocks@/postgres?host={self.primary.folder},{self.standby.folder}"
        return self

    def __exit__(self, *_):
        for server in filter(None, (self.primary, self.standby)):
            server.kill()
            shutil.rmtree(server.folder, ignore_errors=True)

    def _wait_for_standby(self):
        """Has the primary acknowledge only what the standby has too, from now on."""
        for statement in ("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"):
            databases.execute(statement, self.primary.url)
        eventually(lambda: databases.execute("SELECT sync_state FROM pg_stat_replication", self.primary.url) == ["sync"], 60)

    def promote(self):
        """Makes the standby the primary; the other one, whatever it does, is called standby from now on."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def restore_standby(self):
        """Makes the server that was the primary before a standby of the present one."""
        self.standby.kill()
        self.standby.follow(self.primary)
        self.standby.start()
        self._wait_for_standby()

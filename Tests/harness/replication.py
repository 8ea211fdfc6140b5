"""A PostgreSQL server with a synchronous standby that can be promoted."""

import shutil

from harness import databases, eventually
from harness.postgresql import PostgreSQL

# A standby connects quickly, without long waits between attempts.
SETTINGS = {"wal_retrieve_retry_interval": "100ms", "wal_sender_timeout": "2s", "max_connections": 100}


class Pair:
    """`with Pair() as pair:` runs both until the block ends. `url` names both: programs use the primary."""

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
        """Makes replication synchronous: from now on, the primary only acknowledges commits that the standby has."""
        for statement in ("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"):
            databases.execute(statement, self.primary.url)
        eventually(lambda: databases.execute("SELECT sync_state FROM pg_stat_replication", self.primary.url) == ["sync"], 60)

    def promote(self):
        """Makes the standby the primary; from now on, the other server is `standby`, whatever its state."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def restore_standby(self):
        """Makes the former primary a standby of the current one."""
        self.standby.kill()
        self.standby.follow(self.primary)
        self.standby.start()
        self._wait_for_standby()

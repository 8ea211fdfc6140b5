"""A command with a database file that it must reject and leave unchanged."""

import hashlib
import os
import re
import shutil

from faults.lock import Lock
from faults.server import FaultsServer
from harness import Failure

# File permissions apply to the program even if the tests run as root.
BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"] if os.geteuid() == 0 else []
# After the file name: the problem, and a sentence with the solution.
REMEDY = r"[^.]*\. [A-Z][^.]+\."


def contents(folder):
    """Every file with its content."""
    files = [file for file in sorted(folder.iterdir()) if file.is_file()]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


class Trial:
    """A command with a file that is alone in its folder."""

    def __init__(self, program, folder, good):
        self.data = folder / "data"
        self.data.mkdir(parents=True)
        self.server = FaultsServer(program, folder, launcher=BOUND, database=self.data / "pages.sqlite")
        shutil.copyfile(good, self.server.database)

    def words(self, command, is_source):
        """The arguments of a command. `restore` uses the file as its source if its content is damaged."""
        database, other = self.server.database, self.server.folder / "other.sqlite"
        return {
            "serve": ["serve", "--port", "0", "--database", database],
            "check": ["check", "--database", database],
            "sort": ["sort", "--page", "music", "--move", "HOMEPAGE_BANNER to end", "--database", database],
            "backup": ["backup", other, "--database", database],
            "restore": ["restore", database, "--database", other]
            if is_source
            else ["restore", self.good_copy(), "--database", database, "--replace"],
        }[command]

    def good_copy(self):
        return shutil.copyfile(self.server.database, self.server.folder / "backup.sqlite")

    def damaged(self, damage, command, chance):
        words = self.words(command, damage.is_in_content)
        damage.happen(self.server.database, chance)
        try:
            return self.refused(words, damage.words, damage.is_readable and command in ("check", "backup", "restore"))
        finally:
            self.data.chmod(0o700)

    def locked(self, command):
        words = self.words(command, False)
        with Lock(self.server.database, of="all"):
            return self.refused(words, ("is locked by another program", "has it open", "is open"))

    def refused(self, words, expected, may_succeed=False):
        """Returns the violations in a command's error and in the files that it leaves."""
        before = contents(self.data)
        if words[0] == "serve":
            code, said = self.served()
        else:
            code, said = self.server.command(*words)
        other = self.server.folder / "other.sqlite"
        # The copy may be undamaged, since indexes are rebuilt.
        has_copy = words[0] == "backup" and code == 0 and self.server.command("check", "--database", other)[0] == 0
        faults = [] if code == 0 and (may_succeed or has_copy) else self.unclear(code, said, words[0], expected)
        if code != 0 and other.exists():
            faults.append("it left a partial copy")
        # A command that may replace a database also replaces a read-only one.
        if (after := contents(self.data)) != before and not (words[0] == "restore" and code == 0 and may_succeed):
            faults.append(f"it changed the files: {changes(before, after)}")
        return faults

    def unclear(self, code, said, command, expected):
        """Returns the missing parts of an error message. `check` only lists its findings."""
        file, shown = str(self.server.database), said.strip()[-300:]
        if code != 1:
            return [f"it exits {code}: {shown}"]
        if command == "check" and re.search(re.escape(file) + r" has \d+ issues?\.", said):
            return []
        if not any(word in said for word in expected) and "cannot be used" not in said:
            return [f"it does not say that the file {expected[0]}: {shown}"]
        if not re.search(re.escape(file) + REMEDY, said):
            return [f"it does not name the file and the remedy: {shown}"]
        return []

    def served(self):
        """Ends a start that serves, and therefore does not exit."""
        try:
            self.server.start()
        except Failure:
            return self.server.process.returncode, self.server.log
        self.server.kill()
        return None, "it serves"


def changes(before, after):
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    how = {name: "new" if name not in before else "gone" if name not in after else "changed" for name in names}
    return ", ".join(f"{name} is {word}" for name, word in how.items())

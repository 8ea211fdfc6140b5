"""Values that are created once for all tests of a run."""

import base64
import fcntl
import hashlib
import os
import pickle


def made_once(tmp_path_factory, name, make):
    """The result of `make(folder)`. One worker calls it while the others wait, since password hashing is slow."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    kept = base / f"{name}.pickle"
    with open(base / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make(tmp_path_factory.mktemp(name))))
    return pickle.loads(kept.read_bytes())


def cheap_hash(password, salt=b"a salt for tests"):
    """The stored form of a password with a minimal cost."""
    hashed = hashlib.scrypt(password.encode(), salt=salt, n=16, r=1, p=1, dklen=32)
    return "$".join(["scrypt", "16", "1", "1", *(base64.b64encode(part).decode() for part in (salt, hashed))]).encode()

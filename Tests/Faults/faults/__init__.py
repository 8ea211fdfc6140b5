"""What `script/faults` runs: each fault is caused in the real program, and a checker reports the result."""

import importlib
import pkgutil
import re
from dataclasses import dataclass, field


@dataclass
class Outcome:
    """The observations, in a few words, and sentences about what broke: the result is "holds" if there are none."""

    figure: str
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self):
        return not self.faults


def modules():
    """The fault of each module `rNN_….py` or `bNN_….py`, by its name in the table: R1, R2, …; those of several nodes are B1,
    B2, …
    """
    names = (info.name for info in pkgutil.iter_modules(__path__) if re.fullmatch(r"[rb]\d\d_\w+", info.name))
    ordered = sorted(names, key=lambda name: (name[0] != "r", name))
    return {f"{name[0].upper()}{int(name[1:3])}": importlib.import_module(f"faults.{name}") for name in ordered}

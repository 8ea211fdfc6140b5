"""The faults of `script/faults`: each is injected into the real program, and a checker reports the result."""

import importlib
import pkgutil
import re
from dataclasses import dataclass, field


@dataclass
class Outcome:
    """A short description of the observations, and a sentence for each violation: without any, the result "holds"."""

    figure: str
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self):
        return not self.faults


def modules():
    """The modules `rNN_….py` and `bNN_….py` by the names of their faults in the table: R1, R2, …; those with several
    nodes are B1, B2, …
    """
    names = (info.name for info in pkgutil.iter_modules(__path__) if re.fullmatch(r"[rb]\d\d_\w+", info.name))
    ordered = sorted(names, key=lambda name: (name[0] != "r", name))
    return {f"{name[0].upper()}{int(name[1:3])}": importlib.import_module(f"faults.{name}") for name in ordered}

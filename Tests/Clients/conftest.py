import json
import shutil

import pytest

from accepting import NEW_LAYOUT, OLD_VERSION
from harness import ROOT
from harness.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One program for the tests of a module, each with its own page. Old apps get fallbacks for the newest layout."""
    folder = tmp_path_factory.mktemp("clients")
    shutil.copytree(ROOT / "config", folder / "config")
    file = folder / f"config/block-types/{NEW_LAYOUT}.json"
    layout = json.loads(file.read_text())
    layout["x-homeblocks"]["minVersion"] = {"ios": f"{OLD_VERSION}.1"}
    file.write_text(json.dumps(layout))
    with Server(folder, {"HOMEBLOCKS_CONFIG": str(folder / "config/homeblocks.yaml")}) as server:
        yield server

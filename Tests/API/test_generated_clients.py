"""Clients that generators make of openapi/openapi.json, used on a running server."""

import importlib
import json
import os
import pathlib
import pkgutil
import subprocess
import sys
import typing
import urllib.request

import pytest

from harness import ROOT
from publishing import MALL, POCKET, done

DESCRIPTION = ROOT / "openapi/openapi.json"
# Each worker would generate its own clients.
pytestmark = pytest.mark.xdist_group("generated clients")
TOOLS = pathlib.Path(sys.executable).parent


def generate(*words):
    """Runs a generator, which must print no warning."""
    ended = subprocess.run(
        [TOOLS / words[0], *map(str, words[1:])], capture_output=True, text=True, timeout=100,
        env=os.environ | {"PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"})
    said = ended.stdout + ended.stderr
    assert ended.returncode == 0, said
    assert [word for word in ("warning", "error", "unable", "removal", "skipping") if word in said.lower()] == [], said


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder that modules are imported from."""
    folder = tmp_path_factory.mktemp("generated")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def client(folder):
    """The package that openapi-python-client makes, with all of its modules imported."""
    # The bytes of pictures are bytes to it.
    settings = folder / "settings.json"
    pictures = ("jpeg", "png", "webp", "gif", "avif", "svg+xml")
    overrides = {f"image/{name}": "application/octet-stream" for name in pictures}
    settings.write_text(json.dumps({"content_type_overrides": overrides}))
    generate(
        "openapi-python-client", "generate", "--path", DESCRIPTION, "--meta", "none", "--config", settings,
        "--output-path", folder / "homeblocks_client")
    package = importlib.import_module("homeblocks_client")
    for module in pkgutil.walk_packages(package.__path__, "homeblocks_client."):
        importlib.import_module(module.name)
    return package


@pytest.fixture(scope="module")
def models(folder):
    """The module that datamodel-codegen makes."""
    generate(
        "datamodel-codegen", "--input", DESCRIPTION, "--input-file-type", "openapi", "--output-model-type",
        "pydantic_v2.BaseModel", "--formatters", "builtin", "--output", folder / "homeblocks_models.py")
    return importlib.import_module("homeblocks_models")


def descriptions():
    return json.loads(DESCRIPTION.read_text())


def test_each_success_in_json_has_a_named_type():
    document = descriptions()
    unnamed, count = [], 0
    for path, item in document["paths"].items():
        for method, operation in item.items():
            for status, response in operation.get("responses", {}).items() if method != "parameters" else ():
                if "$ref" in response:
                    response = document["components"]["responses"][response["$ref"].split("/")[-1]]
                for kind, content in response.get("content", {}).items():
                    if status.startswith("2") and kind.endswith("json"):
                        count += 1
                        if list(content["schema"]) != ["$ref"]:
                            unnamed.append((method, path, status))
    assert count > 50 and unnamed == []


def test_an_alternative_has_a_name():
    """Generators number alternatives without a name, and two of a kind then have the same name."""
    unnamed = []

    def look(node, path):
        if isinstance(node, dict):
            for choice in node.get("oneOf", []) + node.get("anyOf", []):
                if "properties" in choice or "additionalProperties" in choice:
                    unnamed.append(path)
            for name, part in node.items():
                look(part, f"{path}/{name}")
        elif isinstance(node, list):
            for number, part in enumerate(node):
                look(part, f"{path}/{number}")

    look(descriptions()["components"]["schemas"], "")
    assert unnamed == []


def test_a_generated_client_reads_the_homepage_typed(client, server):
    from homeblocks_client.api.reading import get_homepage, get_section
    from homeblocks_client.models import Document, SectionResponse, WireBlock

    with client.Client(base_url=server.url) as connection:
        page = get_homepage.sync(client=connection, page="mall")
        assert isinstance(page, Document) and page.code == 200
        assert all(isinstance(block, WireBlock) for block in page.data.blocks)
        codes = [block.block_code for block in page.data.blocks]
        assert codes == server.shown("mall") and codes != []
        section = get_section.sync(codes[0], client=connection, page="mall")
        assert isinstance(section, SectionResponse) and section.data.block_code == codes[0]
        assert section.data.show_type == page.data.blocks[0].show_type


def test_a_generated_client_sorts_in_every_way_and_reads_the_order_typed(client, server):
    from homeblocks_client import models
    from homeblocks_client.api.order import get_live_order, sort

    with client.AuthenticatedClient(base_url=server.url, token=server.token) as connection:
        def sorted_by(body):
            response = sort.sync(client=connection, page="mall", body=body)
            assert isinstance(response, models.OrderChangeResponse), response
            assert isinstance(response.data, models.Order) and response.data.order == server.order("mall")
            return response.data

        before = get_live_order.sync(client=connection, page="mall")
        assert isinstance(before, models.OrderResponse)
        order = before.data.order
        # The last one is pinned.
        turned = order[-2::-1] + order[-1:]
        assert sorted_by(models.OrderByList(order=turned)).order == turned
        ranks = models.Ranks.from_dict({code: 10 * number for number, code in enumerate(order)})
        data = sorted_by(models.OrderByIndex(index=ranks))
        assert data.order == order and data.index[order[2]] == 2
        moves = [
            models.MoveBefore(block=order[3], before=order[1]), models.MoveAfter(block=order[4], after=order[5]),
            models.MoveTo(block=order[2], to=models.End.START)]
        moved = [order[2], order[0], order[3], order[1], order[5], order[4], *order[6:]]
        assert sorted_by(models.OrderByMoves(moves=moves)).order == moved
        assert sorted_by(models.OrderByMoves(moves=[models.MoveTo(block=order[2], to=2)])).order[2] == order[2]
        problem = sort.sync(client=connection, page="mall", body=models.OrderByList(order=["nobody"]))
        assert isinstance(problem, models.Problem) and problem.unknown == ["nobody"]


def test_a_generated_client_reads_the_diff_of_a_draft_typed(client, server):
    from homeblocks_client import models
    from homeblocks_client.api.draft import get_draft_diff

    with client.AuthenticatedClient(base_url=server.url, token=server.token) as connection:
        none = get_draft_diff.sync("mall", client=connection)
        assert isinstance(none, models.DiffResponse) and none.data.draft is None and none.data.blocks == []
        change_draft(server)
        diff = get_draft_diff.sync("mall", client=connection).data
        assert isinstance(diff.draft, models.DraftInfo) and diff.order.moved == ["wallet"]
        assert [(block.block_code, block.change) for block in diff.blocks] == [("wallet", models.BlockChange.CHANGED)]
        step = diff.blocks[0].patch[0]
        assert isinstance(step, models.PatchStep) and step.path.startswith("/content/")


def test_a_generated_client_writes_and_reads_a_block_with_an_audience(client, server):
    from homeblocks_client import models
    from homeblocks_client.api.blocks import create_block, get_block

    content = models.Content.from_dict({"extInfo": {"list": []}})
    audience = models.Audience(
        platforms=[models.PlatformName.IOS], app_version=models.AppVersionRange(min_="8.9"), percent=12.5, seed="tea")
    patches = models.Localizations.from_dict({"en-GB": {"uiElement": {"subTitle": {"title": "Tea"}}}})
    block = models.NewBlock(
        block_code="tea", show_type="MALL_AD", content=content, audience=audience, localizations=patches)
    with client.AuthenticatedClient(base_url=server.url, token=server.token) as connection:
        made = create_block.sync("mall", models.CreateBlockStage.DRAFT, client=connection, body=block)
        assert isinstance(made, models.BlockCreationResponse), made
        read = get_block.sync("mall", models.GetBlockStage.DRAFT, "tea", client=connection).data
        assert isinstance(read, models.BlockAnswer) and read.audience == audience and read.fallback is None
        assert isinstance(read.audience.app_version, models.AppVersionRange)
        assert read.localizations["en-GB"].to_dict() == {"uiElement": {"subTitle": {"title": "Tea"}}}
        assert read.info.etag


def change_draft(server):
    done(server.api("PUT", f"{MALL}/draft/order", {"moves": [{"block": "wallet", "to": "start"}]}))
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))


def sent(server, path, body=None):
    """The body of a response to a request as an admin."""
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(server.url + path, body, headers), timeout=20) as response:
        return response.read()


def test_generated_models_read_the_homepage_and_the_diff_of_a_draft(models, server):
    assert typing.get_type_hints(models.DocumentData)["blocks"] == list[models.WireBlock]
    page = models.Document.model_validate_json(sent(server, "/homepage?page=mall"))
    assert [block.blockCode.root for block in page.data.blocks] == server.shown("mall")
    change_draft(server)
    diff = models.DiffResponse.model_validate_json(sent(server, f"{MALL}/draft/diff")).data
    assert isinstance(diff.draft, models.DraftInfo) and [code.root for code in diff.order.moved] == ["wallet"]
    assert [(block.blockCode.root, block.change) for block in diff.blocks] == [("wallet", models.BlockChange.changed)]


def test_generated_models_sort_in_every_way(models, server):
    order = [code.root for code in models.OrderResponse.model_validate_json(sent(server, "/sort?page=mall")).data.order]
    turned = order[-2::-1] + order[-1:]
    moves = [{"block": order[0], "before": order[2]}, {"block": order[3], "after": order[1]}, {"block": order[5], "to": "start"}]
    for change, expected in (
        (models.OrderByList(order=turned), turned),
        (models.OrderByIndex(index={code: number for number, code in enumerate(order)}), order),
        (models.OrderByMoves(moves=moves), [order[5], order[1], order[3], order[0], order[2], order[4], *order[6:]]),
    ):
        body = models.OrderChange(change).model_dump_json(exclude_unset=True).encode()
        data = models.OrderChangeResponse.model_validate_json(sent(server, "/sort?page=mall", body)).data
        assert isinstance(data, models.Order) and [code.root for code in data.order] == expected == server.order("mall")

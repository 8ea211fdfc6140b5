"""The published apps decode and show everything that the server accepts for a page of the netease family.

`CLIENT_MUTATIONS=200000 pytest -n 2 Tests/Clients` makes this number of changes. A failure prints the field.
"""

import copy
import json
import os
import random
import shutil
import subprocess

import pytest

from accepting import QUERIES, Failure, Trial, starter_blocks
from decoding import Undecodable
from harness import PROGRAM, ROOT
from netease_model import BLOCK, MENUS, PAGE
from netease_views import show

CHANGES = int(os.environ.get("CLIENT_MUTATIONS", "1500"))
# Each seed has its own page and makes at most this many changes.
LENGTH = 500
FIRST_SEED = int(os.environ.get("CLIENT_SEED", "1"))


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + max(1, CHANGES // LENGTH)))
def test_all_accepted_changes_can_be_decoded(server, seed):
    trial = Trial(server, f"lab-{seed}", random.Random(seed))
    print(trial.run(min(CHANGES, LENGTH)))
    # The changes are neither all harmless nor all rejected.
    assert 0.1 < trial.taken / trial.tried < 0.9
    assert set(trial.shown) == set(QUERIES)


def test_the_starter_page_can_be_decoded(server):
    for query in ("", "?platform=ios&appVersion=9.1.0&locale=en&uid=u-17"):
        document = server.get(f"/homepage{query}").json
        PAGE.decode(document)
        for block in document["data"]["blocks"]:
            show(block)
    MENUS.decode(server.get("/homepage/dragon/ball").json)


def test_the_starter_page_has_the_members_that_other_models_need(server):
    data = server.get("/homepage").data
    assert data["pageConfig"]["orderInfo"] == ""
    known = {"list", "song", "album", "digitalAlbum", "fm_radio", "ORPHEUS", "ALBUM", "WEBVIEW"}
    for block in data["blocks"]:
        assert block["uiElement"]["rcmdShowType"] == "DEFAULT"
        for card in block.get("creatives", []):
            assert card["uiElement"]["rcmdShowType"] == "DEFAULT" and isinstance(card["resources"], list)
            for resource in card["resources"]:
                assert resource["uiElement"]["rcmdShowType"] == "DEFAULT" and resource["resourceType"] in known
                details = resource["resourceExtInfo"]
                assert isinstance(details, dict)
                if "songPrivilege" in details:
                    rights = details["songPrivilege"]["freeTrialPrivilege"]
                    assert rights == {"resConsumable": False, "userConsumable": False}
                if resource["resourceType"] == "song":
                    assert details["songData"]["name"] == resource["uiElement"]["mainTitle"]["title"]
                    assert details["songPrivilege"]["id"] == int(resource["resourceId"])
                if resource["resourceType"] == "list":
                    assert all(isinstance(details[name], bool) for name in ("highQuality", "subed", "canSubscribe"))
                if block["showType"] == "DRAGON_BALL":
                    assert resource["uiElement"]["image"]["imageUrl2"] == resource["uiElement"]["image"]["imageUrl"]
        if block["showType"] == "SHUFFLE_MLOG":
            assert all(clip["resource"]["mlogBaseData"]["greatCover"] is False for clip in block["extInfo"])


def test_the_round_menu_is_one_card_with_one_resource_per_entry(server):
    block = next(block for block in server.get("/homepage").data["blocks"] if block["showType"] == "DRAGON_BALL")
    entries = server.get("/homepage/dragon/ball").data
    assert len(block["creatives"]) == 1
    names = [resource["uiElement"]["mainTitle"]["title"] for resource in block["creatives"][0]["resources"]]
    assert names == [entry["name"] for entry in entries] and len(names) > 3


def test_a_round_menu_of_earlier_versions_is_served_the_same(server):
    """They had a card for each entry with the apps' own name for it."""
    block = next(block for block in starter_blocks(server) if block["showType"] == "DRAGON_BALL")
    card = block["content"]["creatives"][0]
    cards = []
    for number in (-1, -2, -3):
        resource = copy.deepcopy(card["resources"][0]) | {"resourceId": str(number), "resourceType": "dragon_ball"}
        cards.append(card | {"resources": [resource]})
    body = {"page": {"slug": "earlier", "client": "netease"}, "blocks": [block | {"content": {"creatives": cards}}]}
    assert server.api("PUT", "/api/pages/earlier/export", body).status == 200
    assert [entry["id"] for entry in server.get("/homepage/dragon/ball?page=earlier").data] == [-1, -2, -3]
    document = server.get("/homepage?page=earlier").json
    PAGE.decode(document)
    show(document["data"]["blocks"][0])
    stored = server.api("GET", "/api/pages/earlier/live/blocks/HOMEPAGE_BLOCK_OLD_DRAGON_BALL").data["content"]
    assert stored["creatives"] == cards


def test_an_imported_null_of_a_resource_is_sent_as_an_object(server):
    block = next(block for block in starter_blocks(server) if block["showType"] == "DRAGON_BALL")
    block["content"]["creatives"][0]["resources"][0]["resourceExtInfo"] = None
    body = {"page": {"slug": "nulls", "client": "netease"}, "blocks": [block]}
    assert server.api("PUT", "/api/pages/nulls/export", body).status == 200
    sent = server.get("/homepage?page=nulls").data["blocks"][0]
    assert sent["creatives"][0]["resources"][0]["resourceExtInfo"] == {}
    stored = server.api("GET", f"/api/pages/nulls/live/blocks/{block['blockCode']}").data["content"]
    assert stored["creatives"][0]["resources"][0]["resourceExtInfo"] is None


def test_members_that_the_starter_page_states_are_completed_for_other_pages(server):
    blocks = starter_blocks(server)
    for block in blocks:
        for card in block["content"].get("creatives") or []:
            for resource in card.get("resources") or []:
                for name in ("songData", "songPrivilege", "highQuality", "subed", "canSubscribe"):
                    (resource.get("resourceExtInfo") or {}).pop(name, None)
                resource["uiElement"]["image"].pop("imageUrl2", None)
    body = {"page": {"slug": "bare", "client": "netease"}, "blocks": blocks[:9]}
    response = server.api("PUT", "/api/pages/bare/export", body)
    assert response.status == 200 and response.data["changes"] == [], response.body
    document = server.get("/homepage?page=bare&platform=ios&appVersion=9.0").json
    PAGE.decode(document)
    for block in document["data"]["blocks"]:
        show(block)
    assert len(document["data"]["blocks"]) > 7


def test_the_model_rejects_content_that_breaks_the_apps(server):
    """The model must be strict: otherwise the tests would find nothing."""
    block = next(block for block in server.get("/homepage").data["blocks"] if block["showType"] == "SLIDE_VOICELIST")
    show(block)
    for change in ({"creativeType": "voicelist"}, {"creativeExtInfoVO": None}, {"uiElement": {}}):
        with pytest.raises(Undecodable):
            show(block | {"creatives": [block["creatives"][0] | change]})
    for change in (
        {"canClose": None},
        {"actionType": "other"},
        {"extInfo": {"x": 1}},
        {"creatives": [{}]},
        {"uiElement": {"rcmdShowType": "X"}},
        {"action": "orpheus://歌单/1"},
        {"action": "https://h:99999/"},
        {"creatives": [block["creatives"][0] | {"position": 0.0}]},
    ):
        with pytest.raises(Undecodable):
            BLOCK.decode(block | change)
    with pytest.raises(Failure):
        Trial(server, "none", random.Random(1)).check("x", lambda: BLOCK.decode({}))


def test_a_less_strict_layout_prevents_the_start(server, tmp_path):
    """The error names the file and the field of the layout."""
    shutil.copytree(ROOT / "config", tmp_path / "config")
    file = tmp_path / "config/block-types/SLIDE_VOICELIST.json"
    layout = json.loads(file.read_text())
    layout["$defs"]["creative"]["properties"]["uiElement"]["required"].remove("image")
    file.write_text(json.dumps(layout))
    done = subprocess.run(
        [PROGRAM, "serve", "--config", tmp_path / "config/homeblocks.yaml", "--port", "0", "--database", tmp_path / "x.sqlite"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert "SLIDE_VOICELIST.json" in done.stderr and "/creatives/*/uiElement/image must be required" in done.stderr

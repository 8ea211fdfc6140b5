"""Content is stored byte for byte, and can be exported and imported again."""

import json

import pytest

from harness import databases
from harness.marks import case
from publishing import MALL, blocks, done, refused

# One word in two normal forms: an accented letter as one scalar, and as a letter with a combining mark.
COMPOSED, DECOMPOSED = "caf\u00e9", "cafe\u0301"


def exported(server, page="mall"):
    return done(server.api("GET", f"/api/pages/{page}/export")).body.decode()


def imported(server, text, page="mall"):
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    return server.send("PUT", f"/api/pages/{page}/export", text.encode(), headers)


def patched(server, text, code="wallet"):
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/merge-patch+json"}
    return server.send("PATCH", f"{MALL}/live/blocks/{code}", text.encode(), headers)


@pytest.mark.both_engines
def test_values_that_differ_only_in_normal_form_are_stored_byte_for_byte(server):
    def page(value):
        document = json.loads(exported(server))
        document["data"] = {"own": "DATA"}
        document["blocks"] = [block for block in document["blocks"] if block["blockCode"] == "wallet"]
        document["blocks"][0]["content"]["own"] = "CONTENT"
        return json.dumps(document).replace('"DATA"', value[0]).replace('"CONTENT"', value[1])

    for old, new in (
        ("1", "1.0"),
        ("1.0", "1"),
        ("100", "1e2"),
        ("0.10", "0.1"),
        (f'"{COMPOSED}"', f'"{DECOMPOSED}"'),
        (f'{{"{COMPOSED}":1}}', f'{{"{DECOMPOSED}":1}}'),
        (f'{{"{COMPOSED}":1}}', f'{{"{DECOMPOSED}":2,"{COMPOSED}":1}}'),
    ):
        for value in ((old, old), (new, old), (new, new)):
            with case(value):
                revision = done(imported(server, page(value))).data["revision"]
                text = exported(server)
                # Members are written in one order, without spaces.
                assert f'"data":{{"own":{value[0]}}}' in text.replace("\n", "").replace(" ", "")
                assert f'"own":{value[1]}' in text.replace("\n", "").replace(" ", "").split('"blocks"')[1].split('"page"')[0]
                assert done(imported(server, text)).data["revision"] == revision


@pytest.mark.both_engines
def test_names_that_differ_only_in_normal_form_are_separate_members(server):
    done(patched(server, f'{{"content":{{"{COMPOSED}":1,"{DECOMPOSED}":2}}}}'))
    content = blocks(server)["wallet"]["content"]
    assert (content[COMPOSED], content[DECOMPOSED]) == (1, 2)
    done(patched(server, f'{{"content":{{"{COMPOSED}":null,"{DECOMPOSED}":3}}}}'))
    content = blocks(server)["wallet"]["content"]
    assert COMPOSED not in content and content[DECOMPOSED] == 3
    section = done(server.get("/homepage/blocks/wallet?page=mall")).data
    assert COMPOSED not in section and section[DECOMPOSED] == 3
    assert patched(server, f'{{"content":{{"{COMPOSED}":1,"caf\\u00e9":2}}}}').status == 400

    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", {"content": {DECOMPOSED: None, COMPOSED: 3}}))
    steps = [s for b in done(server.api("GET", f"{MALL}/draft/diff")).data["blocks"] for s in b["patch"]]
    assert [(step["op"], step["path"]) for step in steps] == [
        ("remove", f"/content/{DECOMPOSED}"),
        ("add", f"/content/{COMPOSED}"),
    ]
    done(server.api("POST", f"{MALL}/draft/publish", {}), 201)
    content = blocks(server)["wallet"]["content"]
    assert content[COMPOSED] == 3 and DECOMPOSED not in content


def signs_in(server, name, password):
    """Returns the status of a sign-in."""
    return server.send(
        "POST", "/api/session", json.dumps({"name": name, "password": password}), {"Content-Type": "application/json"}
    ).status


@pytest.mark.both_engines
def test_operator_names_that_look_the_same_are_equal(server):
    body = {"name": COMPOSED, "role": "viewer", "password": "x" * 20}
    assert done(server.api("POST", "/api/operators", body), 201).data["name"] == COMPOSED
    for name in (COMPOSED, DECOMPOSED, f"{COMPOSED} ", f" {DECOMPOSED}\n", "ｃａｆé"):
        assert server.api("POST", "/api/operators", body | {"name": name}).status == 409, name
        assert signs_in(server, name, "x" * 20) == 201, name
    for name in (f"{COMPOSED}\u200b", "\u202ecafe", "caf\u00ade"):
        refused(server.api("POST", "/api/operators", body | {"name": name}), 422, "/name")
    assert signs_in(server, f"{COMPOSED}\u200b", "x" * 20) == 201
    assert server.api("POST", "/api/operators", body | {"name": COMPOSED.upper()}).status == 201


@pytest.mark.both_engines
def test_operators_of_an_earlier_version_sign_in_under_their_names(server):
    """Earlier versions permitted several names that look the same."""
    names = [COMPOSED, DECOMPOSED, f"{COMPOSED} ", f"{COMPOSED}\u200b", "Mei\u3000Lin"]
    people = [
        done(
            server.api(
                "POST", "/api/operators", {"name": f"a{number}", "role": "viewer", "password": f"password {number} of them"}
            ),
            201,
        ).data
        for number in range(len(names))
    ]
    server.stop()
    for person, name in zip(people, names):
        databases.execute(f"UPDATE credentials SET name = '{name}' WHERE id = '{person['id']}' RETURNING id", server.database)
    server.start()
    for number, name in enumerate(names):
        # Names that look the same share the limit of five failures from an address.
        assert signs_in(server, name, f"password {number} of them") == 201, name
    assert signs_in(server, "Mei Lin", "password 4 of them") == 201
    assert server.api("POST", "/api/operators", {"name": COMPOSED, "role": "viewer", "password": "x" * 20}).status == 409
    assert server.api("POST", "/api/operators", {"name": "Mei Lin", "role": "viewer", "password": "x" * 20}).status == 409


def nested(levels):
    """Lists nested to a depth."""
    return "[" * levels + "]" * levels


# The maximum depth of each: 64 levels minus those around it in an export; and the pointer of the first list beyond it.
PLACES = [
    ('{{"content":{{"own":{}}}}}', 60, "/content/own"),
    ('{{"localizations":{{"en":{{"own":{}}}}}}}', 59, "/localizations/en/own"),
    ('{{"fallback":{{"showType":"MALL_AD","content":{{"extInfo":{{"list":[]}},"own":{}}}}}}}', 59, "/fallback/content/own"),
]


@pytest.mark.parametrize("body, most, pointer", PLACES)
def test_content_can_be_nested_as_deep_as_its_page_and_export_can_be_read(server, body, most, pointer):
    before = exported(server)
    problem = refused(patched(server, body.format(nested(most + 1))), 422)
    assert problem["errors"][0]["pointer"] == pointer + "/0" * most
    assert "json.depth" in problem["errors"][0]["reason"]
    assert exported(server) == before

    done(patched(server, body.format(nested(most))))
    whole = done(server.get("/homepage?page=mall&appVersion=9.0&locale=en")).body
    text = exported(server)
    assert max(depth(json.loads(whole)), depth(json.loads(text))) <= 64
    changed = json.loads(text)
    changed["blocks"][0]["enabled"] = False
    done(imported(server, json.dumps(changed)))
    done(imported(server, text))
    assert exported(server) == text


@pytest.mark.parametrize("form", ["export", "reply"])
def test_page_level_data_can_be_nested_as_deep_as_its_export_can_be_read(server, form):
    def page(levels):
        own = f'"own":{nested(levels)}'
        return f'{{"page":{{}},"data":{{{own}}},"blocks":[]}}' if form == "export" else f'{{"blocks":[],{own}}}'

    done(imported(server, page(62), "deep"), 200)
    text = exported(server, "deep")
    assert depth(json.loads(text)) == 64 and nested(62) in text.replace("\n", "").replace(" ", "")
    done(imported(server, text, "copy"), 200)
    assert done(server.get("/homepage?page=copy")).data["own"]
    if form == "reply":
        assert refused(imported(server, page(63), "deep"), 422)["errors"][0]["pointer"] == "/own" + "/0" * 62
    else:
        assert "json.depth" in imported(server, page(63), "deep").json["detail"]
    assert exported(server, "deep") == text


def depth(value):
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if children is None else 1 + max(map(depth, children), default=0)

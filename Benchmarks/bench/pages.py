"""The served pages: synthetic pages of given sizes, in the format of an export."""

import json
import random

from harness import ROOT

WORDS = "page section order card banner list release draft audience revision reader cover album title song week".split()


def text(source, length):
    """Words that compress about as well as real texts; the same ones each time."""
    words = " ".join(source.choice(WORDS) for _ in range(length // 3))
    return words[: length - 1] + "."


def block(code, length, texts=5, audience=None):
    source = random.Random(code)
    items = [{"id": number, "text": text(source, length)} for number in range(texts)]
    content = {"canClose": False, "uiElement": {"subTitle": {"title": f"Section {code}"}}, "extInfo": {"list": items}}
    return {"blockCode": code, "showType": "DEMO_TEXT", "audience": audience, "content": content}


def document(slug, blocks):
    return {"page": {"slug": slug, "title": slug}, "data": {}, "blocks": blocks}


def p20():
    """A page with a served size of 20 KB; the length of the texts was determined experimentally."""
    return document("p20", [block(f"text-{number:02}", 424) for number in range(8)])


def sized(kilobytes):
    """A page with about this served size in KB."""
    blocks = max(1, round(kilobytes / 2.5))
    texts = 5 if kilobytes > 2 else 1
    # Subtract the other members of a block, of its texts and of the page.
    length = (kilobytes * 1000 - 160) // blocks // texts - 80
    return document("sized", [block(f"text-{number:03}", length, texts) for number in range(blocks)])


def grown(count):
    """A page with blocks of one kind, about 5 KB each."""
    return document(f"blocks{count}", [block(f"text-{number:04}", 482, 10) for number in range(count)])


PLATFORMS, VERSIONS, LOCALES = ("ios", "android", "web"), ("1", "2", "3", "4", "5"), ("en", "de", "fr", "zh")


def variants():
    """A page of 20 KB with a variant for each of 60 audiences: 5 blocks for all, and 3 of 12 by client context."""
    blocks = [block(f"text-{number:02}", 424) for number in range(5)]
    blocks += [block(f"plat-{number:02}", 424, audience={"platforms": [name]}) for number, name in enumerate(PLATFORMS)]
    blocks += [
        block(f"vers-{number:02}", 424, audience={"platforms": list(PLATFORMS), "appVersion": {"min": name, "max": name}})
        for number, name in enumerate(VERSIONS)
    ]
    blocks += [block(f"lang-{number:02}", 424, audience={"locales": [name]}) for number, name in enumerate(LOCALES)]
    return document("variants", blocks)


def audiences():
    """The queries of the 60 audiences."""
    return [
        f"platform={platform}&appVersion={version}.1&locale={locale}"
        for platform in PLATFORMS
        for version in VERSIONS
        for locale in LOCALES
    ]


def real(starter):
    """A reply of 147 KB and its origin: a recorded one next to the project's folder, or the starter page with its cards
    repeated until it has this size."""
    for capture in sorted(ROOT.parent.glob("*/captures/home-page-2021.json")):
        return json.loads(capture.read_text()), "a real response"
    page = json.loads(starter)
    lists = [block["creatives"] for block in page["data"]["blocks"] if len(block.get("creatives") or []) > 1]
    number = 0
    while len(compact(page)) < 147_000:
        cards = lists[number % len(lists)]
        cards.append(cards[number // len(lists) % len(cards)])
        number += 1
    return page, "the starter page with its cards repeated"


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

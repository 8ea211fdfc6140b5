"""The blocks and cards of the tests."""

from merging import CARDS, PINNED

CODES = ["A", "B", "C", "D", "E", "F", "G"]
# F and G are pinned to the end.
LAYOUT = {code: PINNED if code in "FG" else "MALL_AD" for code in CODES}
IDS = [1, 2, 3, 4]


def card(number, title, **members):
    return {"id": number, "title": title, "imageUrl": "/assets/a.svg", "url": "https://shop.example/", **members}


def block(code, title, cards, layout=None, **members):
    layout = layout or LAYOUT[code]
    content = {"uiElement": {"subTitle": {"title": title}}, "extInfo": {CARDS[layout]: cards}}
    return {"blockCode": code, "showType": layout, "content": content, **members}


def first_page():
    """The initial page of every run, as a document to import."""
    blocks = [block(code, f"first {code}", [card(number, f"first {code}{number}") for number in IDS[:3]]) for code in "ABCF"]
    return {"page": {"title": "A page"}, "data": {"theme": "first"}, "blocks": blocks}

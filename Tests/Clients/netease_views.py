"""The values that the views of the apps use without checking: first elements, pictures, titles."""

from decoding import Undecodable


def at(value, *path):
    """The value at a path that a view expects to exist."""
    for place, name in enumerate(path):
        try:
            value = value[name]
        except (KeyError, IndexError, TypeError):
            value = None
        if value is None:
            raise Undecodable(path[: place + 1], "is what a view takes for granted")
    return value


def heading(block):
    at(block, "uiElement", "subTitle", "title")
    at(block, "uiElement", "button", "text")


def labels(part):
    if (part.get("uiElement") or {}).get("labelTexts") == []:
        raise Undecodable(("uiElement", "labelTexts"), "is empty, and a view takes the first")


def playlists(block):
    heading(block)
    for card in block["creatives"]:
        if card["creativeType"] == "voiceList":
            voice(card)
        else:
            at(card, "resources", 0, "uiElement", "image", "imageUrl")
            at(card, "resources", 0, "resourceExtInfo", "playCount")
            for resource in card["resources"]:
                for name in ("highQuality", "subed", "canSubscribe") if resource["resourceType"] == "list" else ():
                    at(resource, "resourceExtInfo", name)


def voice(card):
    if card["creativeType"] != "voiceList":
        raise Undecodable(("creativeType",), "is not voiceList, so that the view looks for resources")
    at(card, "creativeExtInfoVO", "playCount")
    at(card, "uiElement", "image", "imageUrl")
    at(card, "uiElement", "mainTitle", "title")
    labels(card)


def voices(block):
    heading(block)
    for card in block["creatives"]:
        voice(card)


def rows(cards):
    for card in cards:
        labels(card)
        if card["creativeType"] == "voiceList":
            voice(card)
        at(card, "resources", 0)
        for row in card["resources"]:
            labels(row)
            at(row, "resourceExtInfo", "artists", 0, "name")
            if row["resourceType"] == "song":
                at(row, "resourceExtInfo", "songData", "album", "picUrl")
                at(row, "resourceExtInfo", "songPrivilege", "st")


def songs(block):
    heading(block)
    rows(block["creatives"])


def new_songs(block):
    if not any(card["creativeType"] == "NEW_SONG_HOMEPAGE" for card in block["creatives"]):
        raise Undecodable(("creatives",), "has no card of the tab that is shown first")
    for card in block["creatives"]:
        at(card, "uiElement", "mainTitle", "title")
    rows(block["creatives"])


def calendar(block):
    heading(block)
    for card in block["creatives"]:
        if card["creativeType"] == "voiceList":
            voice(card)
        labels(card)
        labels(at(card, "resources", 0))
        at(card, "resources", 0, "resourceExtInfo", "startTime")
        at(card, "resources", 0, "resourceExtInfo", "endTime")
        at(card, "resources", 0, "resourceExtInfo", "canSubscribe")


def podcasts(block):
    at(block, "uiElement", "subTitle", "title")
    for card in block["creatives"]:
        at(card, "uiElement", "image", "imageUrl")
        at(card, "uiElement", "mainTitle", "title")
        at(card, "resources", 0)


def banners(block):
    at(block, "extInfo", "banners", 0)


def clips(block):
    heading(block)
    at(block, "extInfo", 0)


def menu(block):
    for card in block["creatives"]:
        for resource in at(card, "resources"):
            at(resource, "uiElement", "image", "imageUrl2")


VIEWS = {
    "BANNER": banners,
    "DRAGON_BALL": menu,
    "HOMEPAGE_SLIDE_PLAYLIST": playlists,
    "HOMEPAGE_SLIDE_SONGLIST_ALIGN": songs,
    "SHUFFLE_MLOG": clips,
    "HOMEPAGE_SLIDE_PLAYABLE_MLOG": clips,
    "SHUFFLE_MUSIC_CALENDAR": calendar,
    "HOMEPAGE_NEW_SONG_NEW_ALBUM": new_songs,
    "SLIDE_VOICELIST": voices,
    "SLIDE_PLAYABLE_DRAGON_BALL": podcasts,
}


def show(block):
    """Renders a decoded block."""
    VIEWS[block["showType"]](block)

"""A strict JSON parser, and the normalized form in which the server returns pages and blocks."""

import json
import re
from datetime import datetime, timedelta, timezone
from decimal import Decimal

# Members that the server generates for each response.
COMPUTED = {"blocks", "cursor", "hasMore", "blockUUIDs", "blockCodeOrderList"}
DATE = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,12}))?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


def read(data):
    """Parses a document with exact numbers; ``ValueError`` for invalid JSON, or JSON that parsers read differently."""
    return distinguished(
        json.loads(data.decode("utf-8"), parse_int=Decimal, parse_float=Decimal, parse_constant=refuse, object_pairs_hook=members)
    )


def refuse(word):
    raise ValueError(f"{word} is not a number")


def members(pairs):
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("duplicate member")
    return made


def distinguished(value):
    """Distinguishes booleans from numbers."""
    if isinstance(value, dict):
        return {name: distinguished(each) for name, each in value.items()}
    if isinstance(value, list):
        return [distinguished(each) for each in value]
    if isinstance(value, str):
        value.encode("utf-8")
    return f"\ue001{value}" if isinstance(value, bool) else value


def merged(target, patch):
    """Applies a JSON Merge Patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    made = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            made.pop(name, None)
        else:
            made[name] = merged(made.get(name), value)
    return made


def block(sent):
    """An accepted block in the form in which it is returned."""
    fallback = sent.get("fallback")
    source = {name: value for name, value in (sent.get("source") or {}).items() if value is not None}
    # The member is present only if the block has a value for it.
    source = {"source": source if "client" in source else {"positions": []} | source} if source else {}
    return source | {
        "blockCode": sent["blockCode"],
        "showType": sent["showType"],
        "enabled": sent.get("enabled", distinguished(True)),
        "from": instant(sent.get("from")),
        "until": instant(sent.get("until")),
        "audience": audience(sent.get("audience")),
        "localizations": sent.get("localizations") or None,
        "content": sent["content"],
        "fallback": fallback and {name: fallback[name] for name in ("showType", "content")},
    }


def audience(sent):
    if sent is None:
        return None
    made = {name: value for name, value in sent.items() if value is not None}
    if "platforms" in made:
        made["platforms"] = sorted(set(made["platforms"]))
    versions = {name: value for name, value in made.pop("appVersion", {}).items() if value is not None}
    if versions:
        made["appVersion"] = versions
    if "percent" in made:
        made["percent"] = Decimal(round(made["percent"] * 100)) / 100
        made.setdefault("seed", "")
    else:
        made.pop("seed", None)
    return made


def instant(text):
    """A date in the form in which it is returned: UTC, whole milliseconds."""
    if text is None:
        return None
    day, time, fraction, offset = DATE.fullmatch(text).groups()
    moment = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=timezone.utc)
    if offset not in "Zz":
        sign = 1 if offset[0] == "-" else -1
        moment += sign * timedelta(hours=int(offset[1:3]), minutes=int(offset[4:]))
    return moment.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0") + f".{((fraction or '') + '000')[:3]}Z"


def page(sent):
    """`data` and `blocks` of an accepted page in the form of its export."""
    if "page" in sent:
        return {"data": sent.get("data", {}), "blocks": [block(each) for each in sent["blocks"]]}
    data = sent.get("data")
    reply = data if isinstance(data, dict) and "blocks" in data else sent
    blocks = []
    for each in reply["blocks"]:
        content = {name: value for name, value in each.items() if name not in ("blockCode", "showType", "clientSource")}
        source = {"client": each["clientSource"]} if each.get("clientSource") is not None else None
        blocks.append(block({"blockCode": each["blockCode"], "showType": each["showType"], "content": content, "source": source}))
    return {"data": {name: value for name, value in reply.items() if name not in COMPUTED}, "blocks": blocks}

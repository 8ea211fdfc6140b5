"""Almost valid inputs: documents with changed values, and corrupted texts."""

import copy
import json
import re
import unicodedata

# A placeholder for JSON that the encoder would not write.
RAW = "\ue000raw"
RAW_TEXT = re.compile(r'"(?:\ue000|\\ue000)raw((?:[^"\\]|\\.)*)"')
STRINGS = [
    "",
    " ",
    "\0",
    "a\0b",
    "\x01",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\u2028\u2029",
    "\ufeff",
    "\ufffe\uffff",
    "\u202e\u200f",
    "e\u0301",
    "\u00e9",
    "\ufb01",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\u1100\u1161",
    "\ud7ff",
    "\U0010ffff",
    "null",
    "true",
    "__proto__",
    "../..",
    "</script>",
    "'; --",
    "%00",
    "${x}",
    "{{x}}",
    "\\",
    '"',
    "\r\n\r\n",
    "hb_abcdefghijkl_x",
    "2031-01-31T08:00:00+08:00",
    "9" * 400,
]
NUMBERS = [
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1.0",
    "1.50",
    "1e2",
    "1E+2",
    "1e-400",
    "1e400",
    "-1e400",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "9" * 400,
    "0." + "3" * 400,
    "1." + "0" * 39 + "1",
    "1e308",
    "4.9e-324",
    "1e99999999999",
    "2147483648",
    "-1",
    "0.1",
    "100.001",
    "1e-7",
    "9007199254740993",
    # Invalid numbers.
    "01",
    "+1",
    ".5",
    "1.",
    "1e",
    "0x1",
    "NaN",
    "Infinity",
    "-",
    "1_000",
    "\u0661",
]
SNIPPETS = [
    b"\0",
    b"\xff",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\xe4\xbd",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b'"',
    b"\\",
    b"\\u",
    b"\\ud800",
    b"\\udc00",
    b"\\ud800\\ud800",
    b"\\u0000",
    b"\\x00",
    b"null",
    b"//",
    b"/**/",
    b"\r",
    b"\t",
    b"\x0b",
    b"1e999",
    b'"a":1,',
    b"{}",
    b"[[[[",
]


def document(random, value):
    """A copy of a document with one to three changes, as text."""
    root = [copy.deepcopy(value)]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        change(random, root)
    text = json.dumps(root[0], ensure_ascii=random.random() < 0.3)
    # A raw text may contain another one.
    while RAW_TEXT.search(text):
        text = RAW_TEXT.sub(lambda found: json.loads(f'"{found.group(1)}"'), text)
    return text.encode("utf-8", "surrogatepass")


def broken(random, text):
    """A copy of a text with some bytes flipped, removed, repeated or inserted, or truncated."""
    data = bytearray(text)
    for _ in range(random.choice((1, 1, 2, 4))):
        place = random.randrange(len(data) + 1)
        kind = random.randrange(6)
        if kind == 0 and place < len(data):
            data[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            del data[place : place + random.choice((1, 1, 8, 500))]
        elif kind == 2:
            data[place:place] = data[place : place + random.choice((1, 8, 200))]
        elif kind == 3:
            data[place:place] = random.choice(SNIPPETS)
        elif kind == 4:
            data[place:place] = random.randbytes(random.choice((1, 2, 9)))
        elif random.random() < 0.4:
            del data[place:]
    return bytes(data)


def noise(random):
    """Random bytes, or JSON tokens in random order."""
    if random.random() < 0.5:
        return random.randbytes(random.choice((0, 1, 7, 100, 3000)))
    return b"".join(random.choice(SNIPPETS) for _ in range(random.choice((1, 3, 30, 300))))


def change(random, root):
    """Changes something in the document, which is the only element of a list."""
    holder, key = place(random, root)
    old = holder[key]
    kind = random.randrange(14)
    if kind == 0:
        others = [None, True, False, 0, 1, "", "text", [], {}, [None], {"": None}, [old], {"a": old}]
        holder[key] = random.choice(others)
    elif kind == 1:
        holder[key] = RAW + random.choice(NUMBERS)
    elif kind == 2:
        holder[key] = random.choice(STRINGS)
    elif kind == 3:
        holder[key] = random.choice("aé字\U0001f375") * random.choice((100, 201, 5000, 70_000, 70_000, 1_100_000))
    elif kind == 4:
        holder[key] = nested(random)
    elif kind == 5 and holder is not root:
        del holder[key]
    elif kind == 6 and isinstance(holder, dict):
        holder[random.choice([*STRINGS, key + "x", key.upper(), key + "\u0301"])] = holder.pop(key)
    elif kind == 7 and isinstance(holder, dict):
        # A duplicate name.
        holder[key] = RAW + json.dumps(old) + f",{json.dumps(key)}:" + random.choice(("1", "null", json.dumps(old)))
    elif kind == 8 and isinstance(holder, list) and holder is not root:
        times = random.choice((1, 2, 60, 1001)) if len(json.dumps(old)) < 900 else 1
        holder[key:key] = [copy.deepcopy(old) for _ in range(times)]
    elif kind == 9 and isinstance(old, list):
        random.shuffle(old)
    elif kind == 10:
        other, name = place(random, root)
        if not within(other[name], holder) and not within(old, other):
            holder[key], other[name] = other[name], old
    elif kind == 11 and isinstance(old, str):
        holder[key] = unicodedata.normalize(random.choice(("NFC", "NFD", "NFKC")), old)
    elif kind == 12 and isinstance(old, str):
        spot = random.randrange(len(old) + 1)
        holder[key] = old[:spot] + random.choice(STRINGS + ["\ud800", "\udc00", "\udc00\ud800"]) + old[spot:]
    elif isinstance(old, dict):
        old[random.choice(STRINGS)] = random.choice([None, 1, "x", {}, []])


def place(random, root):
    """A container and a key in it; nested ones are as likely as others."""
    holder, key = root, 0
    while isinstance(inner := holder[key], (dict, list)) and inner and random.random() < 0.85:
        holder, key = inner, random.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
    return holder, key


def within(value, holder):
    """Whether a value contains a container, so that it must not be inserted into it."""
    if value is holder:
        return True
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(within(each, holder) for each in inner)


def nested(random):
    levels = random.choice((3, 50, 60, 64, 70, 900))
    opening, closing = random.choice((("[", "]"), ('{"a":', "}"), ('[{"":', "}]")))
    return RAW + opening * levels + "1" + closing * levels

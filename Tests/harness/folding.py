"""The folding of search texts (NFKC_Casefold) with Python's Unicode tables, to compare other implementations with.

`python folding.py` prints a line for each case: the scalars of a text, a semicolon, and the scalars of its folded form.
"""

import itertools
import random
import sys
import unicodedata
from unicodedata import normalize

# Default_Ignorable_Code_Point, which Python's tables lack; it is the same in all versions of Unicode since 6.
HIDDEN = [
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
]
FORMS = ("NFC", "NFD", "NFKC", "NFKD")
# Characters with special rules in normalization: Hangul jamo and syllables, and kana marks.
SPECIAL = [*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A8, 0x11C3), 0xAC00, 0xAC01, 0x3099, 0x309A, 0xFF9E, 0xFF9F]


def is_hidden(character):
    return any(first <= ord(character) <= last for first, last in HIDDEN)


def folded(text):
    shown = "".join(character for character in normalize("NFKD", text) if not is_hidden(character))
    return normalize("NFKC", shown.casefold())


def characters():
    """All characters of this Unicode version except those for private use."""
    every = map(chr, itertools.chain(range(0xD800), range(0xE000, 0x110000)))
    return [character for character in every if unicodedata.category(character) not in ("Cn", "Co")]


def cases():
    """Each character, each normal form of characters with several, and 20,000 sequences of context-sensitive ones."""
    all_of_them = characters()
    changing = [one for one in all_of_them if any(normalize(form, one) != one for form in FORMS)]
    yield from all_of_them
    for one in changing:
        yield from dict.fromkeys(normalize(form, one) for form in FORMS)
    groups = [
        changing,
        [one for one in all_of_them if unicodedata.combining(one)],
        [chr(one) for one in SPECIAL],
        [chr(one) for one in range(0xFF61, 0xFFA0)],
        list("aAeEßſıİσςΣ茶ＡｂＢ"),
    ]
    chance = random.Random(14)
    for _ in range(20_000):
        yield "".join(chance.choice(chance.choice(groups)) for _ in range(chance.randint(2, 6)))


def scalars(text):
    return " ".join(f"{ord(character):x}" for character in text)


if __name__ == "__main__":
    sys.stdout.writelines(f"{scalars(text)};{scalars(folded(text))}\n" for text in cases())

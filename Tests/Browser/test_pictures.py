"""Screenshots of the main views for manual review, written to the folder PICTURES or to the test's temporary folder."""

import os
import pathlib

import pytest

from acting import assert_fits
from conftest import PHONE
from views import paths, show

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": PHONE}


@pytest.mark.long
@pytest.mark.parametrize("theme, language", [("light", "en"), ("dark", "zh"), ("light", "zh"), ("dark", "en")])
@pytest.mark.parametrize("size", SIZES)
def test_screenshots_of_every_view(open_console, busy, tmp_path, size, theme, language):
    folder = pathlib.Path(os.environ.get("PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    page = open_console(path=None, theme=theme, language=language, **SIZES[size])
    for name, path in paths().items():
        show(page, path)
        assert_fits(page)
        picture = folder / f"{name}-{size}-{theme}-{language}.png"
        page.screenshot(path=picture)
        assert picture.stat().st_size > 5000

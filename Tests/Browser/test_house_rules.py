"""script/helpers/lint-console reports violations of each rule."""

import json
import subprocess

from harness import ROOT

GOOD = {
    "index.html": '<link rel="stylesheet" href="/admin/style/a.css"><script type="module" src="/admin/app.js"></script><p class="used">',
    "app.js": "import { addTexts } from './core/i18n.js';\nimport './text/a.js';\n// innerHTML is only named here\n"
    "export const words = (x) => [addTexts, t('app'), t('b.c', { name: 'https://x.example/' }), t(`kind.${x}`)];\n",
    "core/i18n.js": "export function addTexts() {}\n",
    "text/a.js": "import { addTexts } from '../core/i18n.js';\naddTexts({\n"
    "  en: { 'app': 'It\\'s so', 'b.c': { one: '{count} of {name}', other: '{count} of {name}' }, 'kind.a': 'A' },\n"
    "  zh: { 'app': '如此', 'b.c': '{name} 中的 {count} 个', 'kind.a': '甲' },\n});\n",
    "style/a.css": ":root { --line: #ccc }\n.used { color: var(--line) }\n",
}


def lint(folder, **changes):
    for name, text in (GOOD | {name.replace("___", "/").replace("__", "."): text for name, text in changes.items()}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = subprocess.run(["python3", ROOT / "script/helpers/lint-console", folder], capture_output=True, text=True, timeout=20)
    assert done.returncode == bool(done.stderr)
    return done.stderr


def test_good_files_have_no_findings(tmp_path):
    assert lint(tmp_path) == ""


def test_markup_from_strings_and_inline_code_are_found(tmp_path):
    said = lint(
        tmp_path,
        core___i18n__js=GOOD["core/i18n.js"] + "e.innerHTML = 'x';\ne.setAttribute('style', 'x');\n",
        app__js=GOOD["app.js"] + "localStorage.x = 1;\ne.addEventListener('keydown', f);\n",
        index__html=GOOD["index.html"] + "<script>1</script><p style='x' onclick='y'>",
    )
    for line in (
        "core/i18n.js:2: innerHTML",
        "core/i18n.js:3: setAttribute('style'",
        "app.js:5: localStorage",
        "app.js:6: addEventListener('keydown",
        "index.html:1: <script>",
        "index.html:1: style=",
        "index.html:1: onclick=",
    ):
        assert line in said


def test_untranslated_unused_and_unknown_texts_are_found(tmp_path):
    text = GOOD["text/a.js"].replace("zh: { 'app'", "zh: { 'idle': '闲', 'ap'").replace("{name} 中", "{nam} 中")
    said = lint(tmp_path, text___a__js=text)
    for line in ("app is missing in zh", "idle is missing in en", "ap is missing in en", "b.c has other parameters"):
        assert line in said
    said = lint(tmp_path, app__js=GOOD["app.js"].replace("t('app')", "t('nothing')"))
    assert "app.js:4: unknown text nothing" in said and "nothing uses the text app" in said


def test_broken_references_and_unused_files_are_found(tmp_path):
    said = lint(
        tmp_path,
        core___i18n__js=GOOD["core/i18n.js"] + "import { gone } from '../app.js';\nimport './missing.js';\n",
        dead__js="export const one = 1;\n" * 301,
        style___a__css="",
    )
    assert "core/i18n.js:2: app.js does not export gone" in said and "core/i18n.js:3: ./missing.js does not exist" in said
    assert "dead.js:1: nothing loads this file" in said and "dead.js:301: has more than 300 lines" in said
    (tmp_path / "style/a.css").write_text(".idle { color: var(--no) }")
    said = subprocess.run(["python3", ROOT / "script/helpers/lint-console", tmp_path], capture_output=True, text=True).stderr
    assert "style/a.css:1: nothing has the class idle" in said and "style/a.css:1: unknown token --no" in said


def test_retired_words_are_found_in_texts_and_layouts(tmp_path):
    folder = tmp_path / "console"
    (tmp_path / "block-types").mkdir()
    (tmp_path / "block-types/BANNER.json").write_text('{"titles": {"en": "Banner carousel", "zh": "轮播横幅"}}\n')
    said = lint(
        folder, text___a__js=GOOD["text/a.js"].replace("'如此'", "'响应用时，适用于应用'").replace("It\\'s so", "Roll back")
    )
    assert "text/a.js:3: Roll back is a retired word: use Restore" in said
    assert said.count("应用 is a retired word: use App") == 1
    assert "../block-types/BANNER.json:1: 横幅 is a retired word: use 轮播图" in said
    (tmp_path / "block-types/BANNER.json").write_text('{"titles": {"en": "Banner carousel", "zh": "轮播图"}}\n')
    assert lint(folder) == ""


def test_titles_of_layouts_without_a_chinese_text_are_found(tmp_path):
    folder = tmp_path / "console"
    (tmp_path / "block-types").mkdir()
    (tmp_path / "block-types/A.json").write_text(
        json.dumps(
            {"title": "Cards", "properties": {"kind": {"title": "Kind", "enum": ["song", "专辑"]}, "old": {"title": "Old"}}}
        )
    )
    titles = (
        "export const chineseTitles = { Cards: '卡片', Kind: '类型' };\nexport const chineseChoices = { };\n"
        "export const englishChoices = { 专辑: 'Album' };\n"
    )
    (folder / "text").mkdir(parents=True)
    (folder / "text/edit-titles.js").write_text(titles)
    said = lint(folder)
    assert "../block-types/A.json:1: 'Old' has no text in text/edit-titles.js" in said and "'song' has no text" in said
    assert "'Cards'" not in said and "'专辑'" not in said


def test_import_cycles_are_found(tmp_path):
    said = lint(
        tmp_path,
        edit___form__js="import './cards.js';\nexport const a = () => import('./rows.js');\n",
        edit___cards__js="import './group.js';\n",
        edit___group__js="import './form.js';\n",
        edit___rows__js="import './form.js';\n",
        app__js=GOOD["app.js"] + "import './edit/form.js';\n",
    )
    assert said.splitlines()[:-1] == ["edit/form.js:1: imports itself: form.js → cards.js → group.js → form.js"]


def test_imports_against_the_layering_are_found(tmp_path):
    said = lint(
        tmp_path,
        core___i18n__js=GOOD["core/i18n.js"] + "import '../ui/menu.js';\n",
        ui___menu__js="export const menu = 1;\n",
        list___rows__js="export const rows = () => import('../edit/form.js');\n",
        edit___form__js="import '../page/store.js';\n",
        page___store__js="import '../app.js';\n",
        app__js=GOOD["app.js"] + "import './list/rows.js';\n",
    )
    assert said.splitlines()[:-1] == [
        "core/i18n.js:2: core must not import from ui",
        "list/rows.js:1: list must not import from edit",
        "page/store.js:1: page must not import from app.js",
    ]

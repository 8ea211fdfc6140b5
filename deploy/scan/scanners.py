"""The scanners that may be installed, and the arguments that each of them gets."""

import shutil
import subprocess

from packages import release, status_files

# They read a bill of materials, and know packages of Swift and of Debian.
READERS = {
    "grype": lambda bill: ["grype", f"sbom:{bill}", "--fail-on", "high"],
    "trivy": lambda bill: ["trivy", "sbom", "--severity", "HIGH,CRITICAL", "--exit-code", "1", str(bill)],
    "osv-scanner": lambda bill: ["osv-scanner", "scan", "--lockfile", str(bill)],
}
SUITES = {"12": "bookworm", "13": "trixie"}


def run(bill, root, system, project, folder):
    """Asks all that are there. Whether one found something, and whether something was scanned by none."""
    found, by = False, {"Swift": [], "Debian": [], "tests": []}
    for name, words in READERS.items():
        if shutil.which(name):
            found |= tell(words(bill)) != 0
            by["Swift"].append(name)
            by["Debian"] += [name] if system else []
    if system and shutil.which("debsecan"):
        mended = debsecan(root, folder)
        found |= bool(mended)
        by["Debian"] += [] if mended is None else ["debsecan"]
    installed = [str(path) for path in project.glob(".venv/lib/python*/site-packages")]
    if installed and shutil.which("pip-audit"):
        # Strict: a package that could not be looked up is no package without faults.
        found |= tell(["pip-audit", "--strict", *(word for path in installed for word in ("--path", path))]) != 0
        by["tests"].append("pip-audit")
    report(by, bool(system))
    return found, not all(by.values())


def debsecan(root, folder):
    """Returns the findings of debsecan as text; None if it failed, for example without network access."""
    status = folder / "status"
    status.write_text("\n".join(file.read_text().rstrip("\n") + "\n" for file in status_files(root)))
    # Already fixed by Debian: the image must be rebuilt.
    words = ["debsecan", "--suite", SUITES[release(root)], "--only-fixed", "--status", str(status)]
    print("$", *words, flush=True)
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="")
    return done.stdout.strip() if done.returncode == 0 else None


def tell(words):
    print("$", *words, flush=True)
    return subprocess.run(words).returncode


def report(by, has_system):
    for part, names in by.items():
        if names:
            print(f"{part}: scanned by {', '.join(names)}")
        elif part == "tests":
            print("tests: NOT scanned; pip-audit is not installed, or there is no .venv")
        elif part == "Debian" and not has_system:
            print("Debian: NOT scanned; name an image or a root")
        else:
            also = ", and no debsecan that has its data" if part == "Debian" else ""
            print(f"{part}: NOT scanned; there is no {', no '.join(READERS)}{also}")

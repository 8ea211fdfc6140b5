"""The bill of materials, as CycloneDX writes it down."""

import json
import uuid


def write(path, libraries, system, release):
    components = [component("library", package) for package in libraries + system]
    if release:
        components.append({"type": "operating-system", "bom-ref": "debian", "name": "debian", "version": release})
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "homeblocks", "name": "homeblocks"}},
        "components": components,
        "dependencies": [{"ref": "homeblocks", "dependsOn": [part["bom-ref"] for part in components]}],
    }
    # The same parts get the same number.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document, sort_keys=True))
    path.write_text(json.dumps({"serialNumber": f"urn:uuid:{number}", **document}, indent=2) + "\n")


def component(kind, package):
    reported = {"name": package.name, "version": package.version, "purl": package.purl}
    return {"type": kind, "bom-ref": package.purl, **reported}

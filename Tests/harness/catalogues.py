"""Configuration folders with catalogues for the upstream of script/upstream."""

import json
import shutil

from harness import ROOT

# A playlist of the upstream as a card of the layout HOMEPAGE_SLIDE_PLAYLIST.
APPEARANCE = {"mainTitle/title": "/name", "image/imageUrl": {"template": "/assets/covers/{cover}.webp"}}
PLAYLIST = {
    "/creativeId": {"template": "{playlistId}"},
    "/creativeType": {"value": "list"},
    "/position": {"value": 0},
    "/action": {"template": "orpheus://playlist/{playlistId}"},
    "/actionType": {"value": "orpheus"},
    **{f"/uiElement/{name}": value for name, value in APPEARANCE.items()},
    **{f"/resources/0/uiElement/{name}": value for name, value in APPEARANCE.items()},
    "/resources/0/resourceType": {"value": "list"},
    "/resources/0/resourceId": {"template": "{playlistId}"},
    "/resources/0/resourceExtInfo/playCount": "/plays",
    "/resources/0/valid": {"value": True},
    "/resources/0/action": {"template": "orpheus://playlist/{playlistId}"},
    "/resources/0/actionType": {"value": "orpheus"},
}
ENTRY = {
    "/id": "/playlistId",
    "/title": "/name",
    "/imageUrl": {"template": "/assets/covers/{cover}.webp"},
    "/url": {"template": "homeblocks://playlist/{playlistId}"},
}


def playlists(upstream, **changes):
    """A catalogue of the upstream's playlists."""
    return {
        "title": "Playlists",
        "titles": {"zh": "歌单"},
        "url": f"http://127.0.0.1:{upstream.port}/playlists?q={{q}}&n=20",
        "headers": {"Authorization": "secret:playlist-key"},
        "showType": "HOMEPAGE_SLIDE_PLAYLIST",
        "items": "/result/playlists",
        "fields": PLAYLIST,
        "label": {"template": "{name} ({tracks} songs, {by})"},
        "picture": {"template": "/assets/covers/{cover}.webp"},
        "timeout": 2,
        **changes,
    }


def entries(upstream, **changes):
    """A catalogue of the same playlists for the layout DEMO_GRID, without labels and pictures."""
    catalogue = playlists(upstream, title="Music", titles={}, showType="DEMO_GRID", fields=ENTRY)
    return {name: value for name, value in (catalogue | changes).items() if name not in ("label", "picture")}


def write(folder, catalogues):
    """Replaces the folder `catalogues` of a configuration folder."""
    shutil.rmtree(folder / "catalogues", ignore_errors=True)
    (folder / "catalogues").mkdir()
    for name, catalogue in catalogues.items():
        (folder / f"catalogues/{name}.json").write_text(json.dumps(catalogue, ensure_ascii=False))


def settings(folder, *upstreams, **catalogues):
    """Copies the configuration folder and adds catalogues; returns the settings of a server with it."""
    config = folder / "config"
    shutil.copytree(ROOT / "config", config)
    write(config, catalogues)
    return {
        "HOMEBLOCKS_CONFIG": str(config / "homeblocks.yaml"),
        "HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": ",".join(f"127.0.0.1:{one.port},localhost:{one.port}" for one in upstreams),
        "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8,::1",
        "PLAYLIST_KEY": "the-secret-key",
        "HOMEBLOCKS_FEEDS_SECRETS": "playlist-key=env:PLAYLIST_KEY",
    }

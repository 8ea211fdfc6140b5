"""Checks compose.cluster.yaml, the other compose files and deploy/kubernetes.yaml without their tools: the program
accepts the settings, the server has the paths and ports, the files exist, and the two scripts for PostgreSQL create a
primary and a synchronous standby."""

import json
import os
import re
import shutil
import subprocess

import pytest
import yaml

from harness import PROGRAM, ROOT, environment, eventually, free_port, postgresql

COMPOSE = ["compose.yaml", "compose.postgres.yaml", "compose.cluster.yaml"]
PATHS = json.loads((ROOT / "openapi/openapi.json").read_text())["paths"]
# Replaces environment variables.
SECRET = "0123456789abcdef0123456789abcdef"


def compose(name):
    return yaml.safe_load((ROOT / name).read_text())


def kubernetes():
    return {part["kind"]: part for part in yaml.safe_load_all((ROOT / "deploy/kubernetes.yaml").read_text())}


def container():
    return kubernetes()["Deployment"]["spec"]["template"]["spec"]["containers"][0]


def settings():
    """The environment variables that each file sets for the program."""
    for name in COMPOSE:
        for service, words in compose(name)["services"].items():
            if words.get("image") == "homeblocks" or service == "homeblocks":
                found = words.get("environment", {})
                yield (
                    f"{name} {service}",
                    {key: re.sub(r"\$\{.*\}", SECRET, str(value or SECRET)) for key, value in found.items()},
                )
    yield "kubernetes.yaml", {entry["name"]: entry.get("value", SECRET) for entry in container()["env"]}
    yield "Dockerfile", dict(re.findall(r"(HOMEBLOCKS_\w+)=(\S+)", (ROOT / "Dockerfile").read_text()))


@pytest.mark.parametrize("place,env", list(settings()), ids=lambda value: value if isinstance(value, str) else "")
def test_the_program_accepts_the_settings(place, env, tmp_path):
    assert all(name.startswith(("HOMEBLOCKS_", "PG")) for name in env), place
    own = env | {"HOMEBLOCKS_DATABASE": str(tmp_path / "pages.sqlite")}
    done = subprocess.run([PROGRAM, "migrate"], cwd=ROOT, env=environment(**own), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_has_full_image_names_existing_files_and_no_processor_limit(name):
    document = compose(name)
    for service, words in document["services"].items():
        assert re.match(r"homeblocks$|docker\.io/library/\w+:[\w.-]+$", words.get("image", "homeblocks")), service
        assert "cpus" not in words and words.get("restart", "unless-stopped") == "unless-stopped"
        for volume in words.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./"):
                assert (ROOT / source).is_file() or source == "./deploy/varnish.vcl", source
            else:
                assert source in document["volumes"], source
        for other in words.get("depends_on", {}):
            assert other in document["services"], other
        for published in words.get("ports", []):
            assert published.startswith("127.0.0.1:"), f"{service} is open to others"


def test_the_servers_of_the_cluster_are_identical_and_confined():
    nodes = {name: words for name, words in compose("compose.cluster.yaml")["services"].items() if name.startswith("node")}
    own = [words.pop("networks")["default"]["ipv4_address"] for words in nodes.values()]
    assert len(set(own)) == 3 and nodes["node1"] == nodes["node2"] == nodes["node3"]
    node = nodes["node1"]
    assert node["read_only"] and node["cap_drop"] == ["ALL"] and node["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in node and int(node["stop_grace_period"].rstrip("s")) > 10
    single = compose("compose.yaml")["services"]["homeblocks"]
    for limit in ("mem_limit", "memswap_limit", "pids_limit", "ulimits", "stop_grace_period"):
        assert node[limit] == single[limit]


def test_probes_use_the_paths_and_the_port_of_the_server():
    pod = container()
    assert [(port["name"], port["containerPort"]) for port in pod["ports"]] == [("http", 8080)]
    assert re.search(r"^EXPOSE 8080$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    for probe, path in (("startupProbe", "/healthz"), ("readinessProbe", "/readyz"), ("livenessProbe", "/healthz")):
        request = pod[probe]["httpGet"]
        assert (request["path"], request["port"]) == (path, "http") and "get" in PATHS[path]
    # Pods must not be restarted because the database is unavailable.
    assert pod["livenessProbe"]["httpGet"]["path"] != "/readyz"


def test_pods_are_confined_and_have_time_to_stop():
    spec = kubernetes()["Deployment"]["spec"]["template"]["spec"]
    assert spec["enableServiceLinks"] is False and spec["securityContext"]["runAsUser"] == 10001
    assert spec["securityContext"]["runAsNonRoot"] and spec["automountServiceAccountToken"] is False
    own = container()["securityContext"]
    assert own["readOnlyRootFilesystem"] and own["capabilities"] == {"drop": ["ALL"]}
    assert own["allowPrivilegeEscalation"] is False
    wait = container()["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert spec["terminationGracePeriodSeconds"] > wait + 9
    # The program writes to the database only.
    assert "volumeMounts" not in container() and "volumes" not in spec


def test_the_service_and_the_disruption_budget_select_the_pods():
    parts = kubernetes()
    assert set(parts) == {"Deployment", "Service", "PodDisruptionBudget"}
    labels = parts["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert parts["Deployment"]["spec"]["selector"]["matchLabels"] == labels == parts["Service"]["spec"]["selector"]
    assert parts["PodDisruptionBudget"]["spec"] == {"maxUnavailable": 1, "selector": {"matchLabels": labels}}
    assert parts["Service"]["spec"]["ports"][0]["targetPort"] == container()["ports"][0]["name"]
    assert parts["Deployment"]["spec"]["replicas"] > 1


def varnish_nodes(file, network, *addresses):
    words = ["sh", ROOT / "deploy/varnish-nodes", file, network, *addresses]
    return subprocess.run(words, capture_output=True, text=True, timeout=20)


def test_the_configuration_of_varnish_names_the_servers_of_the_cluster(tmp_path):
    document = compose("compose.cluster.yaml")
    command = document["services"]["varnish"]["command"][2]
    network, *addresses = re.search(r"one\.vcl (\S+) (.*) >", command).group(1, 2)
    addresses = addresses[0].split()
    nodes = [
        words["networks"]["default"]["ipv4_address"] for name, words in document["services"].items() if name.startswith("node")
    ]
    assert addresses == nodes and network == document["networks"]["default"]["ipam"]["config"][0]["subnet"]
    port = re.search(r"-a http=:(\d+),", command).group(1)
    assert document["services"]["varnish"]["ports"] == [f"127.0.0.1:8080:{port}"]
    file = ROOT / "deploy/varnish.vcl"
    done = varnish_nodes(file, network, *addresses)
    assert done.returncode == 0, done.stderr
    numbered = list(enumerate(addresses, 1))
    assert re.findall(r'^backend (\w+) \{\n    \.host = "(.*)";\n    \.port = "8080";', done.stdout, re.MULTILINE) == [
        (f"node{number}{end}", address) for end in ("", "_alive") for number, address in numbered
    ]
    assert re.findall(r"add_backend\((node\w+)\)", done.stdout) == [
        f"node{number}{end}" for end in ("", "_alive") for number, _ in numbered
    ]
    assert '    "10.99.8.0"/24;\n' in done.stdout
    # Nothing else differs.
    assert varnish_nodes(file, network, "127.0.0.1").stdout.replace('    "10.99.8.0"/24;\n', "") == file.read_text()
    if shutil.which("varnishd"):
        (tmp_path / "nodes.vcl").write_text(done.stdout)
        # Without a jail, since only the user of the tests can read the folder.
        words = ["varnishd", "-j", "none", "-C", "-n", tmp_path / "varnish", "-f", tmp_path / "nodes.vcl"]
        checked = subprocess.run(words, capture_output=True, text=True, timeout=60)
        assert checked.returncode == 0 or "Could not find VMOD" in checked.stderr, checked.stderr


def test_a_configuration_of_varnish_with_other_nodes_is_rejected(tmp_path):
    file = tmp_path / "other.vcl"
    file.write_text((ROOT / "deploy/varnish.vcl").read_text().replace("node1", "server"))
    done = varnish_nodes(file, "10.0.0.0/8", "10.0.0.1")
    assert done.returncode == 1 and "has not one node" in done.stderr


@pytest.mark.skipif(postgresql.reason_against() is not None, reason=str(postgresql.reason_against()))
class TestTheScriptsOfPostgreSQL:
    """Runs the two scripts like the image does, with the PostgreSQL of this machine."""

    @pytest.fixture
    def primary(self):
        port = free_port()
        settings = {"listen_addresses": "127.0.0.1", "port": port, "max_connections": 100}
        with postgresql.PostgreSQL(settings) as server:
            server.port = port
            yield server

    def environment(self, server, **more):
        path = f"{postgresql.programs()}:{os.environ['PATH']}"
        return os.environ | {"PATH": path, "PGHOST": str(server.folder), "PGPORT": str(server.port), "LC_ALL": "C.UTF-8"} | more

    def as_user(self):
        user = postgresql.owner()
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}

    def ask(self, server, statement, port=None):
        words = [
            postgresql.programs() / "psql",
            "-XtA",
            "-U",
            "homeblocks",
            "-d",
            "postgres",
            "-h",
            server.folder,
            "-p",
            str(port or server.port),
            "-c",
            statement,
        ]
        done = subprocess.run(words, capture_output=True, text=True, timeout=30)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def test_they_create_a_synchronous_standby_that_can_take_over(self, primary):
        # The user `postgres` must be able to run the scripts, wherever the project is.
        scripts = {name: primary.folder / name for name in ("primary", "standby")}
        for name, copy in scripts.items():
            shutil.copy(ROOT / "deploy/postgresql" / name, copy)
            copy.chmod(0o755)
        password = 'it\'s a "password" of \\ the test'
        made = subprocess.run(
            ["sh", scripts["primary"]],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=primary.folder,
            env=self.environment(primary, PGDATA=str(primary.data), POSTGRES_USER="homeblocks", REPLICATION_PASSWORD=password),
            **self.as_user(),
        )
        assert made.returncode == 0, made.stderr
        primary.stop()
        primary.start()
        assert self.ask(primary, "SHOW synchronous_standby_names") == "standby"

        # A copy that was interrupted is started again.
        data, log = primary.folder / "standby-data", primary.folder / "standby-log"
        data.mkdir(mode=0o755)
        (data / "PG_VERSION").write_text("half")
        if user := postgresql.owner():
            for path in (data, data / "PG_VERSION"):
                os.chown(path, user.pw_uid, user.pw_gid)
        port = free_port()
        with open(log, "wb") as output:
            standby = subprocess.Popen(
                ["sh", scripts["standby"], "-c", f"port={port}", "-c", f"unix_socket_directories={primary.folder}"],
                stdout=output,
                stderr=output,
                cwd=primary.folder,
                env=self.environment(primary, PGDATA=str(data), PRIMARY="127.0.0.1", REPLICATION_PASSWORD=password),
                **self.as_user(),
            )
        try:
            query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND application_name = 'standby'"
            eventually(lambda: standby.poll() is not None or self.ask(primary, query) == "1", 60)
            assert standby.poll() is None, log.read_text()
            self.ask(primary, "CREATE TABLE kept AS SELECT 7 AS number")
            primary.kill()
            self.ask(primary, "SELECT pg_promote()", port=port)
            assert self.ask(primary, "SELECT number FROM kept", port=port) == "7"
            # The promoted standby does not wait for another one.
            self.ask(primary, "CREATE TABLE more ()", port=port)
        finally:
            standby.terminate()
            standby.wait(30)

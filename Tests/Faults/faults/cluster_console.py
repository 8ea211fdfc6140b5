"""Commands that inject faults into three nodes and two PostgreSQL servers: `python -m faults.cluster_console`."""

import argparse
import cmd
import pathlib
import tempfile

from faults.b01_staleness import CUT
from faults.cluster_load import PAGE
from harness import databases
from harness.cluster import TOKEN, Cluster


class Console(cmd.Cmd):
    intro = "Type help for the commands, show for the nodes."
    prompt = "cluster> "

    def __init__(self, cluster):
        super().__init__()
        self.cluster = cluster

    def node(self, number):
        return self.cluster.nodes[int(number)]

    def onecmd(self, line):
        try:
            return super().onecmd(line)
        except (ValueError, IndexError):
            print(f"Name a node from 0 to {len(self.cluster.nodes) - 1}.")
        except Exception as error:  # Errors of commands do not stop the servers.
            print(f"failed: {error}")

    def parseline(self, line):
        command, rest, line = super().parseline(line.replace("-", "_"))
        return command, rest and rest.replace("_", "-"), line

    def emptyline(self):
        self.do_show("")

    def do_show(self, _):
        """show: the status of each node"""
        for number, node in enumerate(self.cluster.nodes):
            try:
                ready, order = node.get("/readyz").status, node.get(f"/sort?page={PAGE}")
                age = order.headers.get("Age")
                said = f"ready {ready}, revision {order.data['revision']}" + (f", {age} s old" if age else "")
            except OSError as error:
                said = f"does not respond: {error}"
            print(f"node {number}  {node.url}  {said}")
        print(f"primary {self.cluster.pair.primary.folder}, standby {self.cluster.pair.standby.folder}")
        print(f"admin token {TOKEN}")

    def do_kill_node(self, number):
        """kill-node N"""
        self.node(number).kill()

    def do_start_node(self, number):
        """start-node N: at its previous address"""
        self.node(number).start(self.node(number).port)

    def do_freeze_node(self, number):
        """freeze-node N: suspends it until thaw-node N"""
        self.node(number).freeze()

    def do_thaw_node(self, number):
        """thaw-node N"""
        self.node(number).thaw()

    def do_cut_network(self, number):
        """cut-network N: interrupts the connection between node N and the servers until heal-network N"""
        self.node(number).cut()

    def do_heal_network(self, number):
        """heal-network N"""
        self.node(number).heal()

    def do_cut_listener(self, _):
        """cut-listener: closes the connections over which the nodes are notified of changes"""
        print(f"{len(databases.execute(CUT, self.cluster.pair.primary.url))} connections were closed")

    def do_skew(self, words):
        """skew N SECONDS: restarts node N with its clock ahead or behind: skew 1 -30"""
        number, seconds = words.split()
        node = self.node(number)
        node.kill()
        node.shift(int(seconds))
        node.start(node.port)

    def do_kill_primary(self, _):
        """kill-primary: see promote"""
        self.cluster.pair.primary.kill()

    def do_freeze_primary(self, _):
        """freeze-primary: until thaw-primary, or after promote until thaw-standby"""
        self.cluster.pair.primary.freeze()

    def do_thaw_primary(self, _):
        """thaw-primary"""
        self.cluster.pair.primary.thaw()

    def do_thaw_standby(self, _):
        """thaw-standby: thaws the former primary"""
        self.cluster.pair.standby.thaw()

    def do_promote(self, _):
        """promote: makes the standby the primary"""
        self.cluster.pair.promote()

    def do_restore_standby(self, _):
        """restore-standby: makes the former primary a standby of the current one"""
        self.cluster.pair.restore_standby()

    def do_quit(self, _):
        """quit: stops everything"""
        return True

    do_EOF = do_quit


def main():
    parser = argparse.ArgumentParser(prog="script/cluster")
    parser.add_argument("--program", required=True)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="homeblocks-cluster-") as folder:
        with Cluster(pathlib.Path(folder), program=given.program) as cluster:
            Console(cluster).cmdloop()


if __name__ == "__main__":
    main()

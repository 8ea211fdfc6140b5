"""The requests of operations."""

from clock import Clock


def request(op, slug, now):
    """The method, the path, the body, and the path of the resource of the precondition."""
    page = f"/api/pages/{slug}"
    stage = f"{page}/{op.get('stage')}"
    block = f"{stage}/blocks/{op.get('code')}"
    match op["do"]:
        case "order":
            short = op["stage"] == "live" and op["repeat"]
            path = f"/sort?page={slug}" if short else f"{stage}/order"
            return "POST" if short else "PUT", path, op["change"], f"{stage}/order"
        case "create":
            [(name, value)] = op["place"].items()
            return "POST", f"{stage}/blocks?{name}={value}", op["block"], f"{stage}/order"
        case "put":
            return "PUT", block, op["block"], block
        case "patch":
            return "PATCH", block, op["patch"], block
        case "delete":
            return "DELETE", block, None, block
        case "order_cards":
            return "PUT", f"{block}/creatives/order", op["change"], block
        case "add_card":
            return "POST", f"{block}/creatives?to={op['to']}", op["card"], block
        case "remove_card":
            return "DELETE", f"{block}/creatives/{op['index']}", None, block
        case "publish":
            at = {} if op["ahead"] is None else {"at": Clock.text(now + op["ahead"])}
            return "POST", f"{page}/draft/publish", at, f"{page}/draft/diff"
        case "discard":
            return "DELETE", f"{page}/draft", None, f"{page}/draft/diff"
        case "cancel":
            into = "?intoDraft=true" if op.get("into") else ""
            return "DELETE", f"{page}/releases/{op['release']}{into}", None, None
        case "reschedule":
            return "PATCH", f"{page}/releases/{op['release']}", {"at": Clock.text(now + op["ahead"])}, None
        case "restore":
            return "POST", f"{page}/revisions/{op['revision']}/restore", {}, f"{page}/export"
        case "replace_page":
            return "PUT", f"{page}/export", op["document"], f"{page}/export"
        case "replace_draft":
            return "PUT", f"{page}/draft", op["document"], f"{page}/draft/diff"
        case "take_over":
            begin, end = now + op["ahead"], now + op["ahead"] + op["length"]
            plan = {"shows": "other", "from": Clock.text(begin), "until": Clock.text(end)}
            return "POST", f"{page}/takeovers", plan, None
        case "cancel_takeover":
            return "DELETE", f"{page}/takeovers/{op['takeover']}", None, None

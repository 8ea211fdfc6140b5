"""People with rights on single pages, who try the same requests."""

EDITS = ("discard", "replace_draft")


class People:
    """Tokens of a publisher and an editor of one page, and of someone who may not know of it."""

    def __init__(self, server, slug, random):
        self.random = random

        def token(name, **pages):
            return server.new_token("none", name, pages=pages)

        self.publisher = token("Publisher", **{slug: "publisher", "other": "viewer"})
        self.editor = token("Editor", **{slug: "editor", f"{slug}-*": "publisher"})
        self.outsider = token("Outsider", other="publisher", **{"other-*": "publisher"})

    @staticmethod
    def is_edit(op):
        """Whether the role editor suffices for an operation."""
        return op.get("stage") == "draft" or op["do"] in EDITS

    def refused(self, op):
        """Some who may not make an operation, each with the status of the response."""
        tokens = [(self.outsider, 404)] + ([] if self.is_edit(op) else [(self.editor, 403)])
        return [one for one in tokens if self.random.random() < 0.2]

    def allowed(self, op):
        """Someone who may make an operation; None for the admin."""
        return self.random.choice([None, self.publisher, self.editor if self.is_edit(op) else self.publisher])

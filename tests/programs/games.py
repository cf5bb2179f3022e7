"""The games of a server, so that no check has a list of them."""

# Options by which games end soon. A game has those that it knows, where the value is one of its own.
SOON = {"few": 6, "houses": 6, "majority": True, "quiet": 8, "seeds": 3}


def variants(server):
    """The games as the server describes them. Presets of its own are left out."""
    listed = server.call("/v1/variants").json()["variants"]
    return [variant | {"presets": [known for known in variant["presets"] if known["builtIn"]]} for variant in listed]


def presets(server):
    """Each game with a preset by which games end: one that counts seeds or moves without a capture, otherwise the first."""

    def ends(preset):
        return not preset["options"].keys().isdisjoint({"majority", "quiet"})

    def chosen(variant):
        return next(filter(ends, variant["presets"]), variant["presets"][0])

    return [(variant["name"], chosen(variant)["name"]) for variant in variants(server)]


def short_options(server):
    """Options by which the games of each name end soon."""

    def takes(option, value):
        spans = option["ranges"]
        return not spans or any(value in range(span["min"], span["max"] + 1, span["step"]) for span in spans)

    def chosen(variant):
        known = {option["name"]: option for option in variant["options"]}
        return {name: value for name, value in SOON.items() if name in known and takes(known[name], value)}

    return {variant["name"]: chosen(variant) for variant in variants(server)}

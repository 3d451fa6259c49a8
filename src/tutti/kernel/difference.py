# tutti: compiled
"""What is different in two pieces of plain data."""

from __future__ import annotations

from tutti.kernel.types import Fields, Json


def difference(before: Json, after: Json) -> list[Fields]:
    """What is different in two pieces of plain data, as a JSON Patch (RFC 6902).

    A list of another length is replaced as a whole: which member of it went, nobody can say.
    """
    found: list[Fields] = []
    _compare(before, after, "", found)
    return found


def _compare(before: Json, after: Json, path: str, found: list[Fields]) -> None:
    if before == after and type(before) is type(after):
        return  # most of two views is the same; no field of a view is now a number and now a truth value
    if isinstance(before, dict) and isinstance(after, dict):
        for key, old in before.items():
            if key in after:
                _compare(old, after[key], _below(path, key), found)
            else:
                found.append({"op": "remove", "path": _below(path, key)})
        found += [{"op": "add", "path": _below(path, key), "value": after[key]} for key in after if key not in before]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for i, (old, new) in enumerate(zip(before, after, strict=True)):
            _compare(old, new, f"{path}/{i}", found)
    else:
        found.append({"op": "replace", "path": path, "value": after})


def _below(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"

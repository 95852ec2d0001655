"""validate.py SCHEMA FILE: checks FILE (.json, or .jsonl line by line).

Knows the part of JSON Schema that docs/schemas uses, and fails on any other
keyword, so that no rule of a schema is passed over in silence.
"""

import json
import sys

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}
KNOWN = set(
    "$schema $defs $ref title description type required properties items enum "
    "const minimum maximum additionalProperties anyOf oneOf allOf".split()
)


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def errors(value, schema, root, path):
    unknown = set(schema) - KNOWN
    if unknown:
        sys.exit("validate.py does not know " + ", ".join(sorted(unknown)))
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        yield from errors(value, target, root, path)
    if "type" in schema and not has_type(value, schema["type"]):
        yield f"{path}: is no {schema['type']}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{path}: is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{path}: {value} is below {schema['minimum']}"
    if "maximum" in schema and value > schema["maximum"]:
        yield f"{path}: {value} is above {schema['maximum']}"
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                yield f"{path}: lacks {key!r}"
        properties = schema.get("properties", {})
        for key, part in value.items():
            if key in properties:
                yield from errors(part, properties[key], root, f"{path}.{key}")
            elif schema.get("additionalProperties") is False:
                yield f"{path}: {key!r} is not expected"
    if isinstance(value, list) and "items" in schema:
        for index, part in enumerate(value):
            yield from errors(part, schema["items"], root, f"{path}[{index}]")
    for part in schema.get("allOf", []):
        yield from errors(value, part, root, path)
    for word, enough in (("anyOf", lambda n: n >= 1), ("oneOf", lambda n: n == 1)):
        if word not in schema:
            continue
        found = [list(errors(value, part, root, path)) for part in schema[word]]
        if not enough(sum(not f for f in found)):
            nearest = min(found, key=len)
            yield f"{path}: {word} does not hold" + "".join(
                "\n    " + line for line in nearest
            )


def main():
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    text = open(sys.argv[2], encoding="utf-8").read()
    parts = text.splitlines() if sys.argv[2].endswith(".jsonl") else [text]
    if not parts:
        sys.exit(f"{sys.argv[2]}: empty")
    failed = False
    for number, part in enumerate(parts, 1):
        for line in errors(json.loads(part), schema, schema, "$"):
            print(f"{sys.argv[2]}:{number}: {line}")
            failed = True
    if failed:
        sys.exit(1)
    print(f"{len(parts)} valid")


main()

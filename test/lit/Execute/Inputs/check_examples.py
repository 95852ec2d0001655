"""Runs every command of a page and compares what it says with the page.

Usage: check_examples.py KMEND PAGE FOLDER

A command is a line `$ kmend ...` in a fenced block; what follows up to the next
command or the end of the block is what it prints. Times may differ.
"""

import difflib
import re
import shlex
import subprocess
import sys


def commands(page):
    """Pairs of a command and the lines it prints."""
    found, inside = [], False
    for line in page.splitlines():
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ kmend "):
            found.append((line[len("$ kmend "):], []))
        elif inside and found:
            found[-1][1].append(line)
    return found


def without_times(lines):
    return [re.sub(r"in \d+\.\d+ s$", "in 0.0 s", line) for line in lines]


def main():
    kmend, page, folder = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        found = commands(file.read())
    wrong = 0
    for command, want in found:
        ran = subprocess.run([kmend] + shlex.split(command), cwd=folder,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, check=False)
        got = ran.stdout.splitlines()
        if without_times(got) != without_times(want):
            wrong += 1
            print("kmend " + command)
            print("\n".join(difflib.unified_diff(
                without_times(want), without_times(got), "page", "kmend",
                lineterm="")))
    print(f"{len(found)} commands, {wrong} say something else")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())

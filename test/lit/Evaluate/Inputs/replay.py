"""replay.py KMEND OUTPUT: runs each command that the saved output of `kmend
eval` gives for a replay, and checks that it shows the same wrong elements."""

import re
import shlex
import subprocess
import sys

kmend, saved = sys.argv[1:]
with open(saved) as file:
    lines = [line.strip() for line in file]



def is_element(text):
    """Whether it tells of one element, as `y[0, 3]: got 1, want 2` does."""
    return re.match(r"\w+\[[^\]]*\]: got ", text)


wrong, replays = [], 0
for line in lines:
    if line.startswith("FAIL"):
        wrong = []
    elif is_element(line):
        wrong.append(line)
    elif line.startswith("replay: "):
        command = shlex.split(line.removeprefix("replay: "))
        assert command[0] == "kmend", line
        again = subprocess.run(
            [kmend] + command[1:], capture_output=True, text=True, check=False
        )
        assert again.returncode == 1, (line, again)
        found = [l.strip() for l in again.stdout.splitlines() if is_element(l.strip())]
        assert found == wrong, (wrong, found)
        replays += 1
assert replays, "nothing to replay"

"""replay.py KMEND OUTPUT: runs each command that the saved output of `kmend
eval` gives for a replay, and checks that it shows the same wrong elements."""

import shlex
import subprocess
import sys

kmend, saved = sys.argv[1:]
with open(saved) as file:
    lines = [line.strip() for line in file]

wrong, replays = [], 0
for line in lines:
    if line.startswith("FAIL"):
        wrong = []
    elif ": got " in line:
        wrong.append(line)
    elif line.startswith("replay: "):
        command = shlex.split(line.removeprefix("replay: "))
        assert command[0] == "kmend", line
        again = subprocess.run(
            [kmend] + command[1:], capture_output=True, text=True, check=False
        )
        assert again.returncode == 1, (line, again)
        found = [l.strip() for l in again.stdout.splitlines() if ": got " in l]
        assert found == wrong, (wrong, found)
        replays += 1
assert replays, "nothing to replay"

"""Runs a command, sends it SIGINT once it works, and prints what it says.

Usage: interrupt.py PROCESS COMMAND... It works when two processes of the
name PROCESS run below it, of the reference and of the candidate. Exit code 0 when the command ends by SIGINT within ten
seconds and leaves no process of its session behind.
"""

import os
import signal
import subprocess
import sys
import time


def descendants(pid):
    """Living processes below pid, and their names."""
    parents, names = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                name, _, rest = file.read().rpartition(")")
                fields = rest.split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(entry)] = int(fields[1])
            names[int(entry)] = name.partition("(")[2]
    found = {pid}
    while True:
        more = {p for p, above in parents.items() if above in found} - found
        if not more:
            return {p: names[p] for p in found - {pid}}
        found |= more


process = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True)
while True:
    children = descendants(process.pid)
    if list(children.values()).count(sys.argv[1]) == 2:
        break
    if process.poll() is not None:
        sys.exit("the command ended before it could be interrupted: " +
                 process.stdout.read())
    time.sleep(0.01)
time.sleep(0.3)
process.send_signal(signal.SIGINT)
try:
    output, _ = process.communicate(timeout=10)
except subprocess.TimeoutExpired:
    process.kill()
    sys.exit("the command goes on")
print(output)
time.sleep(0.5)
left = [p for p in children if os.path.exists(f"/proc/{p}/exe")]
if left:
    sys.exit(f"processes are left: {left}")
if process.returncode != -signal.SIGINT:
    sys.exit(f"it ended with {process.returncode}")

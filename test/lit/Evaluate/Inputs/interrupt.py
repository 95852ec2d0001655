"""Runs a command, sends it SIGINT once it works, and prints what it says.

Usage: interrupt.py SECONDS COMMAND... Exit code 0 when the command ends by
SIGINT within ten seconds and leaves no process of its session behind.
"""

import os
import signal
import subprocess
import sys
import time


def descendants(pid):
    """Living processes below pid."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(entry)] = int(fields[1])
    found = {pid}
    while True:
        more = {p for p, above in parents.items() if above in found} - found
        if not more:
            return found - {pid}
        found |= more


process = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True)
time.sleep(float(sys.argv[1]))
children = descendants(process.pid)
if not children:
    sys.exit("the command has no processes yet, or no longer")
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

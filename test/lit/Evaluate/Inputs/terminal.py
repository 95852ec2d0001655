"""Runs a command with stderr on a terminal and prints what comes there."""

import os
import pty
import subprocess
import sys

master, slave = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=slave,
                           stdout=subprocess.DEVNULL)
os.close(slave)
seen = b""
while True:
    try:
        chunk = os.read(master, 4096)
    except OSError:
        break
    if not chunk:
        break
    seen += chunk
process.wait()
print(seen.decode().replace("\r", "\n").replace("\x1b[K", ""))

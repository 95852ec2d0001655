"""Runs hostile candidates and says what is left: left_behind.py TMP KMEND
OPERATOR FOLDER."""

import os
import signal
import subprocess
import sys
import time

tmp, kmend, operator, folder = sys.argv[1:]
mark = "KMEND_LEFT_BEHIND=" + tmp
env = dict(os.environ, TMPDIR=tmp)
env.update([mark.split("=", 1)])


def marked():
    """Processes that were started below this one, whatever became of it."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if mark.encode() in file.read().split(b"\0"):
                    found.append(int(pid))
        except OSError:
            pass
    return found


def command(name):
    return [kmend, "eval", operator, os.path.join(folder, name)]


for name in [
    "device-forever.cu",
    "slot.cu",
    "abort.cu",
    "host-memory.cu",
    "processes.cu",
]:
    done = subprocess.run(command(name), env=env, cwd=tmp, capture_output=True)
    print(f"{name}: exit code {done.returncode}")

# And when kmend itself is killed while a candidate runs.
running = subprocess.Popen(
    command("device-forever.cu"),
    env=env,
    cwd=tmp,
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
deadline = time.time() + 10
while len(marked()) < 3 and time.time() < deadline:
    time.sleep(0.02)
running.send_signal(signal.SIGKILL)
print(f"ended by force: {running.wait()}")

deadline = time.time() + 10
while marked() and time.time() < deadline:
    time.sleep(0.05)
print(f"processes left: {len(marked())}")
print(f"files left: {sum(len(files) for _, _, files in os.walk(tmp))}")

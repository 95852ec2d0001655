"""cut.py RUN FOLDER: copies of RUN whose record ends after its third, sixth, ...
event, and in the middle of the one that follows."""

import os
import shutil
import sys

run, folder = sys.argv[1:]
events = open(os.path.join(run, "events.jsonl"), "rb").read()
ends = [0] + [i + 1 for i, b in enumerate(events) if b == ord("\n")]
for number, end in list(enumerate(ends))[::3]:
    for name, size in ((f"{number:02}-after", end), (f"{number:02}-within", end + 9)):
        if size > len(events):
            continue
        copy = os.path.join(folder, name)
        os.makedirs(copy)
        shutil.copy(os.path.join(run, "run.json"), copy)
        with open(os.path.join(copy, "events.jsonl"), "wb") as out:
            out.write(events[:size])

#!/usr/bin/env python3
# Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long `kmend eval --certify` takes over a corpus.

  bench/certify.py corpus/near_miss:fixed.cu corpus/hard:kernel.cu

Each argument is a folder of operator folders and, after a colon, which files
of them are certified (a name with `*`; all .cu files without it). Prints one
line a file: outcome, cases, cases left out, seconds; then the median and the
largest time, and cases per second over everything. With --expect OUTCOME the
exit code is 1 when a file ends otherwise; 2 when there is nothing to measure.
"""

import argparse
import glob
import json
import os
import statistics
import subprocess
import sys
import time


def certify(arguments, path):
    """One row of the table."""
    command = [arguments.kmend, "eval", os.path.dirname(path),
               os.path.basename(path), "--certify", "--json", "--quiet",
               f"-j{arguments.jobs}", f"--seed={arguments.seed}",
               f"--held-out-seed={arguments.held_out_seed}",
               *arguments.option]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=arguments.timeout, check=False)
    except subprocess.TimeoutExpired:
        return {"outcome": "no end", "cases": 0, "skipped": [],
                "seconds": time.monotonic() - start, "reason": ""}
    seconds = time.monotonic() - start
    try:
        document = json.loads(done.stdout)
    except ValueError:
        return {"outcome": f"exit {done.returncode}", "cases": 0,
                "skipped": [], "seconds": seconds,
                "reason": done.stderr.strip()[-200:]}
    return {"outcome": document["outcome"],
            "cases": document["counters"]["cases"],
            "skipped": document["skipped"],
            "seconds": seconds, "reason": document["reason"]}


def files_of(argument):
    folder, _, pattern = argument.partition(":")
    return sorted(glob.glob(os.path.join(folder, "*", pattern or "*.cu")))


def main():
    parser = argparse.ArgumentParser(
        description="Measure kmend eval --certify over a corpus.")
    parser.add_argument("corpus", nargs="+", metavar="FOLDER[:FILES]")
    parser.add_argument("--kmend", default="scripts/kmend",
                        help="the tool (default: scripts/kmend)")
    parser.add_argument("--only", default="",
                        help="only files whose path holds this text")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(),
                        help="cases at a time (default: all cores)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held-out-seed", type=int, default=0,
                        help="of the held-out shapes (default: 0, so that two "
                             "measurements do the same work)")
    parser.add_argument("--timeout", type=float, default=600,
                        help="seconds for one file")
    parser.add_argument("--expect", metavar="OUTCOME",
                        help="what every file should end with")
    parser.add_argument("--option", action="append", default=[],
                        help="one more option for kmend eval")
    parser.add_argument("--verbose", action="store_true",
                        help="say why files fail and cases are left out")
    parser.add_argument("--json", metavar="FILE",
                        help="write the rows there, too")
    arguments = parser.parse_args()

    rows, surprises = {}, 0
    for path in [p for a in arguments.corpus for p in files_of(a)]:
        if arguments.only not in path:
            continue
        row = rows[path] = certify(arguments, path)
        name = os.path.join(os.path.basename(os.path.dirname(path)),
                            os.path.basename(path))
        surprise = arguments.expect not in (None, row["outcome"])
        surprises += surprise
        print(f"{name:<58}{row['outcome']:<12}{row['cases']:>5}"
              f"{len(row['skipped']):>5}{row['seconds']:>8.2f}s"
              + ("  UNEXPECTED" if surprise else ""), flush=True)
        if row["reason"] and (surprise or arguments.verbose):
            print("      " + row["reason"][:220], flush=True)
        if arguments.verbose:
            for case in row["skipped"]:
                print(f"      left out: {case['case']}: {case['reason']}"[:220],
                      flush=True)
    if not rows:
        print("nothing to measure", file=sys.stderr)
        return 2
    seconds = [row["seconds"] for row in rows.values()]
    cases = sum(row["cases"] for row in rows.values())
    print(f"\n{len(rows)} files, median {statistics.median(seconds):.2f} s, "
          f"largest {max(seconds):.2f} s, {cases / sum(seconds):.1f} cases a "
          f"second")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())

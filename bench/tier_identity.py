#!/usr/bin/env python3
# Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares output bits, events and printed text of candidates over all tiers.

  bench/tier_identity.py --stage quick corpus/near_miss/*/*.cu

Every file is a candidate of the operator in its own folder. A line a file, and
one for each difference. Exit code: 0 all the same, 1 something differs.
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys


def compare(tool, path, stage, timeout):
    """Returns (path, exit code, output)."""
    try:
        done = subprocess.run([tool, os.path.dirname(path), path, stage],
                              capture_output=True, text=True, timeout=timeout,
                              check=False)
    except subprocess.TimeoutExpired:
        return path, None, "took too long"
    return path, done.returncode, (done.stdout + done.stderr).rstrip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE.cu")
    parser.add_argument("--stage", choices=["quick", "certify"],
                        default="quick")
    parser.add_argument("--tool", default="build/dev/bin/tier-identity")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=600)
    options = parser.parse_args()
    same = differ = not_run = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, code, text in pool.map(
                lambda f: compare(options.tool, f, options.stage,
                                  options.timeout), options.files):
            word = {0: "same", 1: "DIFFER"}.get(code, f"not run ({code})")
            same += code == 0
            differ += code == 1
            not_run += code not in (0, 1)
            where = "/".join(path.split("/")[-2:])
            print(f"{word:12} {where}: {text}", flush=True)
    print(f"{same} the same, {differ} differ, {not_run} not run")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

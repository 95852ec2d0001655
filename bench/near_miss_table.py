#!/usr/bin/env python3
# Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares `kmend eval` with the known results of a corpus.

A corpus is a folder of operator folders (operator.yaml, reference.cpp and one
or more .cu files). The truth is a JSON file that maps `operator/file.cu` to
{"status": "pass" | "fail" | ..., "failing_workloads": ["{...}", ...]}, the
workloads as they stand in operator.yaml.

  bench/near_miss_table.py corpus/near_miss corpus/truth_near_miss.json

Every .cu is judged twice, quick and with --certify. A row is right when the
quick outcome is the known status, when the failing listed workloads are the
known ones, and when --certify passes exactly what is known to pass. Quick may miss a
workload that fails with another schedule or distribution only. Exit code:
0 all right, 1 something differs, 2 nothing to compare.
"""

import argparse
import json
import os
import subprocess
import sys
import time


def run(command, timeout):
    """Returns (exit code, JSON document or None, seconds, stderr)."""
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None, None, time.monotonic() - start, "took too long"
    seconds = time.monotonic() - start
    try:
        document = json.loads(done.stdout)
    except ValueError:
        document = None
    return done.returncode, document, seconds, done.stderr


def same_workload(known, axes):
    """Whether the workload that the truth names is the one in the verdict."""
    return all(name in axes and abs(axes[name] - value) <= 1e-9 * abs(value)
               for name, value in known.items())


def failing(document):
    """The listed workloads that fail, and all listed ones."""
    listed = [w for w in document["workloads"] if w.get("listed") is not None]
    return ([w["axes"] for w in listed if w["verdict"] == "fail"],
            [w["axes"] for w in listed])


def compare_workloads(known_texts, document):
    """Returns (missed, extra): failing workloads that kmend passes, and
    workloads that fail only in kmend."""
    known = [json.loads(text) for text in known_texts]
    ours, _ = failing(document)
    missed = [k for k in known if not any(same_workload(k, a) for a in ours)]
    extra = [a for a in ours if not any(same_workload(k, a) for k in known)]
    return missed, extra


def judge(arguments, folder, name, truth):
    """One row: what was found, and what is wrong with it."""
    row = {"file": f"{os.path.basename(folder)}/{name}", "wrong": []}
    base = [arguments.kmend, "eval", folder, name, "--json", "--quiet",
            *arguments.option]
    passes = truth["status"] == "pass"
    stages = [] if arguments.no_quick else [("quick", [])]
    if not arguments.no_certify:
        stages.append(("certify", ["--certify"]))
    for stage, options in stages:
        code, document, seconds, errors = run(base + options,
                                              arguments.timeout)
        row[stage] = {"seconds": seconds, "outcome": "-", "cases": 0}
        if document is None:
            last = errors.strip().splitlines()[-1:] or ["no output"]
            row["wrong"].append(f"{stage}: exit {code}: {last[0]}")
            continue
        row[stage] = {"seconds": seconds, "outcome": document["outcome"],
                      "cases": document["counters"]["cases"],
                      "skipped": len(document.get("skipped", []))}
        if (document["outcome"] == "pass") != passes:
            row["wrong"].append(f"{stage}: {document['outcome']}, known "
                                f"{truth['status']}: {document['reason']}")
        elif not passes and document["outcome"] != truth["status"]:
            row["wrong"].append(f"{stage}: {document['outcome']}, known "
                                f"{truth['status']}")
        if not passes:
            missed, extra = compare_workloads(
                truth.get("failing_workloads", []), document)
            # Quick runs one schedule and one distribution: it may miss what
            # hangs on another.
            if stage == "quick" and not arguments.no_certify:
                row[stage]["missed"] = len(missed)
                missed = []
            for workload in missed:
                row["wrong"].append(f"{stage}: passes {workload}")
            for workload in extra:
                row["wrong"].append(f"{stage}: fails {workload}")
    return row


def show(row):
    cells = [f"{row['file']:<58}"]
    for stage in ("quick", "certify"):
        if stage in row:
            cell = row[stage]
            cells.append(f"{cell['outcome']:<12}{cell['cases']:>4}"
                         f"{cell.get('skipped', 0):>4}"
                         f"{cell['seconds']:>7.2f}s")
    print("  ".join(cells), "DIFFERS" if row["wrong"] else "", flush=True)
    for line in row["wrong"]:
        print("      " + line[:220], flush=True)


def main():
    parser = argparse.ArgumentParser(
        description="Compare kmend eval with the known results of a corpus.")
    parser.add_argument("corpus", help="folder of operator folders")
    parser.add_argument("truth", help="JSON file of known results")
    parser.add_argument("--kmend", default="scripts/kmend",
                        help="the tool (default: scripts/kmend)")
    parser.add_argument("--only", default="",
                        help="only rows whose name holds this text")
    parser.add_argument("--timeout", type=float, default=600,
                        help="seconds for one run of the tool")
    parser.add_argument("--no-quick", action="store_true")
    parser.add_argument("--no-certify", action="store_true")
    parser.add_argument("--option", action="append", default=[],
                        help="one more option for kmend eval")
    parser.add_argument("--json", metavar="FILE",
                        help="write the rows there, too")
    arguments = parser.parse_args()

    with open(arguments.truth, encoding="utf-8") as file:
        truths = json.load(file)
    rows = []
    for key in sorted(truths):
        folder, name = os.path.split(key)
        path = os.path.join(arguments.corpus, folder)
        if arguments.only not in key or not os.path.exists(
                os.path.join(path, name)):
            continue
        rows.append(judge(arguments, path, name, truths[key]))
        show(rows[-1])
    if not rows:
        print("nothing to compare: no file of the truth is in the corpus",
              file=sys.stderr)
        return 2

    right = sum(not row["wrong"] for row in rows)
    print(f"\n{right} of {len(rows)} as known")
    for stage in ("quick", "certify"):
        cells = [row[stage] for row in rows if stage in row]
        if cells:
            seconds = sum(cell["seconds"] for cell in cells)
            print(f"{stage}: {sum(cell['cases'] for cell in cells)} cases, "
                  f"{seconds:.1f} s, {len(cells) / seconds:.2f} files a second")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")
    return 0 if right == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())

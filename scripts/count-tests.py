"""Counts the test cases of one ctest run and prints `N passed, N failed`.

count-tests.py RESULTS reads RESULTS/ctest.xml, which ctest wrote, and for each
test in it RESULTS/<test>.xml, which GoogleTest or lit wrote with the single
cases. Exits 1 when a case failed or when none ran.
"""

import pathlib
import sys
import xml.etree.ElementTree as ET


def outcome(case):
    """passed, failed or skipped, from a <testcase> of any of the three."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    if case.find("skipped") is not None or case.get("status") in (
        "notrun",
        "disabled",
    ):
        return "skipped"
    return "passed"


def cases_of(path):
    """The outcomes of the cases in path; none when it is missing or cut off."""
    try:
        return [outcome(case) for case in ET.parse(path).iter("testcase")]
    except (OSError, ET.ParseError):
        return []


def main():
    results = pathlib.Path(sys.argv[1])
    count = {"passed": 0, "failed": 0, "skipped": 0}
    try:
        tests = list(ET.parse(results / "ctest.xml").iter("testcase"))
    except (OSError, ET.ParseError):
        tests = []
    for test in tests:
        name = test.get("name")
        own = outcome(test)
        cases = cases_of(results / f"{name}.xml") or [own]
        # A test program that crashes or times out has no failed case to show.
        if own == "failed" and "failed" not in cases:
            cases.append("failed")
        for case in cases:
            count[case] += 1
        if "failed" in cases:
            print(f"failed: {name} ({cases.count('failed')} cases)")
    if count["skipped"]:
        print(f"skipped: {count['skipped']} cases")
    print(f"{count['passed']} passed, {count['failed']} failed", flush=True)
    return 1 if count["failed"] or not count["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())

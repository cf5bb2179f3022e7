"""Comparisons that are reported one by one, and go on after a failure."""

import sys

failures = []


def expect(what, actual, expected):
    if actual == expected:
        print(f"ok    {what}", flush=True)
    else:
        failures.append(what)
        print(f"WRONG {what}\n      expected {expected!r}\n      but got  {actual!r}", flush=True)


def expect_true(what, holds, evidence=False):
    """Like `expect`, for a condition; `evidence` is printed if it does not hold."""
    expect(what, True if holds else evidence, True)


def finish(name):
    """Ends the process with exit code 1 if there were failures."""
    if failures:
        sys.exit("\n".join([f"{name}: {len(failures)} failures:", *(f"  {failure}" for failure in failures)]))
    print(f"{name}: no failures")

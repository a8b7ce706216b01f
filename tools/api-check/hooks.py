"""Holds every check of schemathesis to findings.json: what is listed there, with its reason, is no failure."""

import atexit
import collections
import functools
import inspect
import json
import os
import pathlib
import re
import sys

import schemathesis
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import Failure, FailureGroup

LISTED = json.loads((pathlib.Path(__file__).parent / "findings.json").read_text())
seen = collections.Counter()

# Data that only one of the document and the service accepts. How many of these a run finds depends on the speed of the
# machine, so CI prints them and doesn't fail.
LINES = {"positive_data_acceptance", "negative_data_rejection", "negative_query_rejection"}
TELLS_ONLY = os.environ.get("API_CHECK_LINES") == "tell"


def code_of(response):
    """The code of a refusal, or None for any other answer."""
    try:
        return json.loads(response.content)["error"]["code"]
    except (ValueError, KeyError, TypeError):
        return None


def told_by(failure):
    """What a check says of its finding."""
    failures = failure.exceptions if isinstance(failure, FailureGroup) else [failure]
    return "\n".join(str(getattr(one, "message", one)) for one in failures)


def what_came_before(ctx, case):
    """The request whose link led here, and whether its answer was that of an earlier one."""
    parent = ctx._find_parent(case_id=case.id)
    answer = parent and ctx._find_response(case_id=parent.id)
    if not answer:
        return ""
    replayed = "Idempotency-Replayed" if answer.headers.get("idempotency-replayed") else ""
    return f"{answer.request.url} {replayed}"


def reason(check, failure, ctx, response, case):
    """The entry that excuses the finding: all that an entry names must be so. Patterns may stand anywhere in a text."""
    for entry in LISTED:
        if entry["check"] != check:
            continue
        if "codes" in entry and code_of(response) not in entry["codes"]:
            continue
        if "statuses" in entry and response.status_code not in entry["statuses"]:
            continue
        if re.search(entry.get("operations", ""), case.operation.label) is None:
            continue
        if re.search(entry.get("request", ""), response.request.url) is None:
            continue
        if re.search(entry.get("about", ""), f"{told_by(failure)}\n{response.text}") is None:
            continue
        if re.search(entry.get("after", ""), what_came_before(ctx, case)) is None:
            continue
        return entry
    return None


def held_to_the_list(check):
    @functools.wraps(check)
    def run(ctx, response, case):
        try:
            return check(ctx, response, case)
        except (Failure, FailureGroup) as failure:
            entry = reason(check.__name__, failure, ctx, response, case)
            if entry is None:
                if check.__name__ not in LINES or not TELLS_ONLY:
                    raise
                print(f"  FOUND {check.__name__}, {case.operation.label}: {told_by(failure)}", file=sys.stderr)
                print(f"    {response.request.method} {response.request.url}", file=sys.stderr)
                print(f"    {response.status_code} {response.text[:300]}", file=sys.stderr)
                return None
            seen[f"{entry['check']}: {', '.join(entry.get('codes', ['any answer']))}"] += 1
            return None

    return run


def described_types():
    """The content types whose forms the document has."""
    paths = json.loads(pathlib.Path("openapi.json").read_text())["paths"]
    return {found[1] for path in paths if (found := re.fullmatch(r"/v1/content/([^{/]+)", path))}


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """A described type that is defined anew would leave the document behind: that is asked as a dry run."""
    if case.operation.label.startswith("PUT /v1/schema/content-types/"):
        if set((case.path_parameters or {}).values()) & described_types():
            case.query = {**dict(case.query or {}), "dry_run": "true"}


@atexit.register
def tell():
    for name, count in seen.most_common():
        print(f"  listed {count:5} x {name}", file=sys.stderr)


load_all_checks()
for name in CHECKS.get_all_names():
    if inspect.isfunction(CHECKS.get_one(name)):
        CHECKS.register(held_to_the_list(CHECKS.get_one(name)))

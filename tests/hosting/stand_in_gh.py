"""What `gh api` answers in the tests of the comment: a small code host whose state is a JSON file.

It knows the options and requests that the comment needs, and ends with 1 at any other. Each request is written down. It
is a program, as `gh` is, and most tests call it in their own process, which is faster.
"""

from __future__ import annotations

import json
import os
import re
import sys

REPOSITORY = "repos/school/tallysheet/"
BOT = "github-actions[bot]"


def main():
    with open(os.environ["STAND_IN_STATE"], "r+", encoding="utf-8") as file:  # noqa: PTH123 - pathlib starts slowly
        state = json.load(file)
        status, answer, complaint = called(state, sys.argv[1:], sys.stdin.read())
        file.seek(0)
        file.truncate()
        json.dump(state, file)
    sys.stdout.write(answer)
    sys.stderr.write(complaint)
    sys.exit(status)


def called(state, words, said):
    """Give the status of the program, what it prints, and what it complains about."""
    asked = options(words)
    body = json.loads(said)["body"] if asked.get("--input") == "-" else None
    state["requests"].append([asked["--method"], asked["path"]])
    answer = answer_to(state, asked["--method"], asked["path"].removeprefix(REPOSITORY), body)
    if answer is None:
        return 1, "", f"gh: Not Found (HTTP 404)\n::error::{asked['path']}"
    if isinstance(answer, list):
        size = int(asked["-f"].get("per_page", 30))
        pages = [answer[start : start + size] for start in range(0, len(answer), size)] or [[]]
        pages = pages if "--paginate" in asked else pages[:1]
        return 0, json.dumps(pages) if "--slurp" in asked else "".join(map(json.dumps, pages)), ""
    return 0, json.dumps(answer), ""


def options(words):
    """Read a command line as gh does: what follows an option that takes a value is that value, even `--input`."""
    found = {"--method": "GET", "-f": {}}
    words = iter(words)
    assert next(words) == "api"
    for word in words:
        if word == "-f":
            key, _, value = next(words).partition("=")
            found["-f"][key] = value
        elif word in ("--method", "--input"):
            found[word] = next(words)
        elif word in ("--paginate", "--slurp"):
            found[word] = True
        else:
            assert word.startswith("repos/"), word
            assert "path" not in found, word
            found["path"] = word
    return found


def answer_to(state, method, path, body):
    """Give what the API answers, or None where it has nothing."""
    comments = state["comments"]
    number = (re.search(r"/(\d+)", path) or [None, None])[1]
    answer = None
    match method, re.sub(r"\d+", "N", path):
        case "GET", "pulls/N":
            answer = state["pulls"].get(number)
        case "GET", "issues/N/comments":
            answer = comments.get(number)
        case "POST", "issues/N/comments":
            answer = {"id": 1000 + len(comments[number]), "user": {"login": BOT}, "body": body}
            comments[number].append(answer)
        case "PATCH", "issues/comments/N":
            (answer,) = [each for all_of in comments.values() for each in all_of if each["id"] == int(number)]
            answer["body"] = body
    return answer


if __name__ == "__main__":
    main()

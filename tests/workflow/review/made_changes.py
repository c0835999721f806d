"""The real results of this project, and changes made to them as a build or a hand would."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path

from workflow.provenance import Provenance
from workflow.review.states import State, of_folder

ROOT = Path(__file__).resolve().parents[3]

RACE = "ledgers/dl01_6_4/race.json"
MOONS = "ledgers/dl01_6_4/moons.json"
F1, F2 = "figures/DL01.6.4-F1.svg", "figures/DL01.6.4-F2.svg"
TABLE = "tables/DL01.6.4-race.html"


def results():
    """Give the committed results."""
    return of_folder(ROOT)


@dataclass(frozen=True)
class Made:
    """A state with changes; `files` are bytes by path, as in a State."""

    state: State

    def put(self, path, content):
        """Write a file; None takes it away."""
        files = {**self.state.files, path: content}
        return Made(replace(self.state, files={name: each for name, each in files.items() if each is not None}))

    def edit(self, path, pattern, new, count=1):
        """Replace what a regular expression finds in a file, which has to be there."""
        text, number = re.subn(pattern, new, self.state.files[path].decode(), count=count, flags=re.MULTILINE)
        assert number, f"{path} has no {pattern}"
        return self.put(path, text.encode())

    def claim(self, path, name, **content):
        """Change what a ledger holds of a claim; None takes the claim away. The digest of the ledger is made anew."""
        return self._ledger(path, "claims", name, content)

    def series(self, path, name, change):
        """Change the values of a series by a function of nested lists."""
        held = json.loads(self.state.files[path])["series"][name]
        return self._ledger(path, "series", name, {"values": change(held["values"])})

    def without_claim(self, path, name):
        return self._ledger(path, "claims", name, None)

    def _ledger(self, path, kind, name, content):
        line = re.compile(rf'^"{name}": (.*?)(,?)$', re.MULTILINE)
        text = self.state.files[path].decode()
        start = text.index(f'"{kind}": {{')
        found = line.search(text, start)
        if content is None:
            text = text[: found.start()] + text[found.end() + 1 :]
        else:
            entry = json.dumps({**json.loads(found[1]), **content}, sort_keys=True, ensure_ascii=False)
            text = text[: found.start()] + f'"{name}": {entry}{found[2]}' + text[found.end() :]
        body = text.removeprefix("{\n").rpartition('"sha256": "')[0]
        digest = hashlib.sha256(body.encode()).hexdigest()
        return self.put(path, f'{{\n{body}"sha256": "{digest}"\n}}\n'.encode())

    def recorded(self, **changes):
        """Make the records fit, as a build would have written them: each file, each seal; and other changes in them."""
        files = dict(self.state.files)
        for path in [name for name in files if name.startswith("provenance/")]:
            record = Provenance.read(files[path])
            held = {name: each for name, each in record.files.items() if name in files}
            digests = {
                name: each.model_copy(update={"sha256": hashlib.sha256(files[name]).hexdigest()})
                for name, each in held.items()
            }
            record = record.model_copy(
                update={"files": digests, **{key: change(getattr(record, key)) for key, change in changes.items()}}
            )
            jobs = {name: job.model_copy(update={"seal": record.seal(name)}) for name, job in record.jobs.items()}
            files[path] = record.model_copy(update={"jobs": jobs}).to_bytes()
        return Made(replace(self.state, files=files))

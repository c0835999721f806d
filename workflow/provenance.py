"""What the results of a lesson were made from: results/provenance/LESSON.json, committed beside them.

The digests stand here and not in the results, so that a change of code that changes no picture changes no picture's
file. It is JSON with sorted keys and one entry a line, and says nothing of processors, dates, folders or Python.

A job has a seal: the digest of all that it was made from, the seals of the jobs that it reads, and what it made. Two
branches that each change something else under one picture thereby change one line in two ways, which git cannot merge.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from workflow.jobs import Job
from workflow.sources import Sources, reach

Kind = Literal["module", "text", "setting", "package"]

# What a job is made from: its kind, and what it is called.
Input = tuple[Kind, str]


class ProvenanceError(Exception):
    """The record cannot be read; the text is the whole message for a person."""


class _Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class RecordedFile(_Frozen):
    """A published file: the job that made it, and the SHA-256 of its bytes."""

    job: str
    sha256: str


class RecordedJob(_Frozen):
    """A job: what it ran and read, by name."""

    modules: list[str]
    reads: list[str]
    seal: str = ""
    settings: list[str]
    texts: list[str]


class RecordedModule(_Frozen):
    """A module: the digest of its syntax tree, and the first-party modules that it imports itself."""

    digest: str
    imports: list[str]


class Provenance(_Frozen):
    """What the published files of a lesson were made from.

    files : by their paths under results/
    jobs : by name; those whose files are published, and those that they read
    modules : all that the jobs run
    packages : the version of each
    settings : what concerns the jobs of config.yaml, by the place there
    texts : the digests of other files, by their paths from the root
    """

    files: dict[str, RecordedFile]
    jobs: dict[str, RecordedJob]
    lesson: str
    modules: dict[str, RecordedModule]
    packages: dict[str, str]
    settings: dict[str, str]
    texts: dict[str, str]

    @classmethod
    def read(cls, content: bytes) -> Provenance:
        """Read what `to_bytes` gave.

        Raises
        ------
        ProvenanceError
            If it is something else, or names what it does not hold.
        """
        try:
            read = cls.model_validate_json(content)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, first["loc"]))
            msg = f"this is no record of what results were made from ({place}{': ' if place else ''}{first['msg']})"
            raise ProvenanceError(msg) from None
        missing = sorted(_unheld(read))
        if missing:
            msg = f"the record names what it does not hold: {', '.join(missing[:3])}"
            raise ProvenanceError(msg)
        return read

    def to_bytes(self) -> bytes:
        """Give the canonical text: sorted keys, one entry a line."""
        parts = self.model_dump()
        body = ",\n".join(f'"{key}": {_one_a_line(parts[key])}' for key in sorted(parts))
        return f"{{\n{body}\n}}\n".encode()

    def sources(self) -> set[Input]:
        """Name all that the jobs were made from."""
        return {
            *(("module", name) for name in self.modules),
            *(("text", name) for name in self.texts),
            *(("setting", name) for name in self.settings),
            *(("package", name) for name in self.packages),
        }

    def value(self, source: Input) -> str | None:
        """Give the digest, value or version of something that jobs were made from; None if they were not."""
        kind, name = source
        if kind == "module":
            return self.modules[name].digest if name in self.modules else None
        return {"text": self.texts, "setting": self.settings, "package": self.packages}[kind].get(name)

    def inputs(self, job: str) -> dict[Input, str]:
        """Give the digests, values and versions of what a job was made from, beside the files that it reads."""
        recorded = self.jobs[job]
        modules = reach(recorded.modules, lambda name: self.modules[name].imports)
        return {
            **{("module", name): self.modules[name].digest for name in modules},
            **{("text", name): self.texts[name] for name in recorded.texts},
            **{("setting", name): self.settings[name] for name in recorded.settings},
            **{("package", name): version for name, version in self.packages.items()},
        }

    def with_all_it_reads(self, job: str) -> list[str]:
        """Name a job and those that it reads, directly or not."""
        found: dict[str, None] = {}
        waiting = [job]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = None
                waiting += self.jobs[name].reads
        return list(found)

    def seal(self, job: str) -> str:
        """Compute the seal of a job from what is recorded of it and of the jobs that it reads."""
        return _digest(
            {
                each: {
                    "inputs": {f"{kind} {name}": value for (kind, name), value in self.inputs(each).items()},
                    "makes": {path: file.sha256 for path, file in self.files.items() if file.job == each},
                    "reads": self.jobs[each].reads,
                }
                for each in self.with_all_it_reads(job)
            }
        )

    def broken_seals(self) -> list[str]:
        """Name the jobs whose recorded seal does not fit what is recorded: it was merged, or edited by hand."""
        return [name for name, job in sorted(self.jobs.items()) if job.seal != self.seal(name)]


def record(lesson: str, jobs: Iterable[Job], sources: Sources, digests: Mapping[str, str]) -> Provenance:
    """Write down what the jobs of a lesson make their published files from.

    Parameters
    ----------
    lesson
        The name of the lesson.
    jobs
        Its jobs.
    sources
        The sources as they are now.
    digests
        The SHA-256 of each published file, by its path under results/.
    """
    kept = _recorded(list(jobs))
    modules = sources.reach(name for job in kept for name in job.modules)
    made = Provenance(
        files={
            path: RecordedFile(job=job.name, sha256=digests[path])
            for job in kept
            for path in job.publishes
            if path in digests
        },
        jobs={
            job.name: RecordedJob(
                modules=sorted(job.modules),
                reads=sorted(job.reads),
                settings=sorted(job.settings),
                texts=sorted(job.texts),
            )
            for job in kept
        },
        lesson=lesson,
        modules={
            name: RecordedModule(digest=_short(sources.tree(name)), imports=sorted(sources.imports(name)))
            for name in modules
        },
        packages=sources.packages,
        settings={place: value for job in kept for place, value in job.settings.items()},
        texts={name: _short(sources.text(name)) for job in kept for name in job.texts},
    )
    sealed = {name: job.model_copy(update={"seal": made.seal(name)}) for name, job in made.jobs.items()}
    return made.model_copy(update={"jobs": sealed})


def _unheld(read: Provenance) -> set[str]:
    """Name what a record refers to and does not hold."""
    jobs = read.jobs.values()
    modules = {name for job in jobs for name in job.modules}
    imported = {name for module in read.modules.values() for name in module.imports}
    return {
        *({file.job for file in read.files.values()} - read.jobs.keys()),
        *({name for job in jobs for name in job.reads} - read.jobs.keys()),
        *({name for job in jobs for name in job.settings} - read.settings.keys()),
        *({name for job in jobs for name in job.texts} - read.texts.keys()),
        # Without imports, what is reached are the packages that hold them.
        *(reach(modules | imported | read.modules.keys(), lambda _: ()) - read.modules.keys()),
    }


def _recorded(jobs: list[Job]) -> list[Job]:
    """Leave out the jobs of which nothing is published and nothing is read by others."""
    read = {name for job in jobs for name in job.reads}
    return [job for job in jobs if job.publishes or job.name in read]


def _one_a_line(value: Any) -> str:
    if not isinstance(value, dict) or not value:
        return _compact(value)
    lines = (f"{_compact(key)}: {_compact(value[key])}" for key in sorted(value))
    return "{\n" + ",\n".join(lines) + "\n}"


def _compact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(", ", ": "))


def _digest(value: Any) -> str:
    return _short(hashlib.sha256(_compact(value).encode("utf-8", "surrogatepass")).hexdigest())


def _short(digest: str) -> str:
    """Shorten a digest to what tells all sources of a project apart."""
    return digest[:16]

"""The configuration as checked, frozen objects. Every complaint is a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workflow.names import SUFFIXES, FormatName, StyleName, deck_template, notebook_source
from workflow.nearest import nearest

# Names that become module names, and names that become file names.
ModuleName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9.-]*$")]

# What can be asked for beside a lesson, and the rules behind it.
TARGETS = {"all", "ledger", "ledgers", "figure", "figures", "tables", "decks", "publish", "embed", "review"}

# How the rules begin that are made for each lesson.
RULES_OF_LESSONS = ("ledgers_of_", "tables_of_", "deck_of_", "notebook_of_")

CONFIG_FILE = "config/config.yaml"


class ConfigurationError(Exception):
    """The configuration cannot be used; its text is the whole message for a person."""


class _Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Figure(_Frozen):
    """A figure: the module in figures/<lesson>/ that draws it and the ledger that it is drawn from."""

    drawing: ModuleName
    ledger: ModuleName


class Lesson(_Frozen):
    """A lesson: its ledgers, each with the ledgers it reads; its figures by id; the modules of its tables by id.

    With `one_job`, one process computes all its ledgers. With `deck` and `notebook` it has these too.
    """

    prefix: FileName
    one_job: bool = False
    ledgers: Annotated[dict[ModuleName, list[ModuleName]], Field(min_length=1)]
    figures: dict[FileName, Figure] = {}
    tables: dict[FileName, ModuleName] = {}
    deck: bool = False
    notebook: bool = False


class Configuration(_Frozen):
    """What to build."""

    lessons: Annotated[dict[ModuleName, Lesson], Field(min_length=1)]
    styles: Annotated[list[StyleName], Field(min_length=1)]
    formats: Annotated[list[FormatName], Field(min_length=1)]

    def lesson_of(self, figure: str) -> str:
        """Give the name of the lesson that a figure id belongs to."""
        return next(name for name, lesson in self.lessons.items() if figure in lesson.figures)

    def figure(self, identity: str) -> Figure:
        """Give the figure of this id."""
        return self.lessons[self.lesson_of(identity)].figures[identity]


def configuration_from(content: Mapping[str, Any], root: Path) -> Configuration:
    """Check the content of config.yaml against the classes above and the modules under `root`.

    Raises
    ------
    ConfigurationError
        With every complaint about the form at once, or else every complaint about names.
    """
    try:
        configuration = Configuration.model_validate(dict(content))
    except ValidationError as error:
        raise ConfigurationError(_listed(_sentence(each) for each in error.errors())) from None
    complaints = list(_complaints_about_names(configuration, root))
    if complaints:
        raise ConfigurationError(_listed(complaints))
    return configuration


class _Loader(yaml.SafeLoader):
    """Refuses a key that stands twice in one place: YAML's own loader would silently keep the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        for (key, _), name in zip(node.value, keys, strict=True):
            if keys.count(name) > 1:
                raise yaml.MarkedYAMLError(problem=f"{name!r} stands there twice", problem_mark=key.start_mark)
        return super().construct_mapping(node, deep)


def read_form(path: Path) -> Any:
    """Read a file that has to be YAML without double keys, before Snakemake does.

    Raises
    ------
    ConfigurationError
        With the line and what is wrong there.
    """
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a SafeLoader underneath
    except OSError as error:
        msg = f"{CONFIG_FILE} cannot be read ({error.strerror}). `git checkout {CONFIG_FILE}` brings it back."
        raise ConfigurationError(msg) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", error)
        msg = f"{CONFIG_FILE} is not valid YAML: {f'line {mark.line + 1}: ' if mark else ''}{problem}."
        raise ConfigurationError(msg) from None
    if not isinstance(content, dict):
        msg = f"{CONFIG_FILE} must hold keys such as `lessons:`; got {content!r}. config/README.md explains each."
        raise ConfigurationError(msg)
    return content


def _listed(complaints: Iterable[str]) -> str:
    return "\n".join(
        [f"The configuration ({CONFIG_FILE}, or --config) cannot be used:", *(f"  - {each}" for each in complaints)]
    )


def _sentence(error: Any) -> str:
    """Put one of pydantic's errors into words: where, what was wrong, what arrived, what to do."""
    place = [str(part) for part in error["loc"]]
    where = ".".join(place) or "the top level"
    if error["type"] == "extra_forbidden":
        return f"{where}: there is no such key. {nearest(place[-1], _keys_beside(place))}"
    if error["type"] == "missing":
        return f"{where}: this key is missing; config/README.md explains it."
    if error["type"] == "literal_error":
        return f"{where}: {error['input']!r} is unknown. {nearest(str(error['input']), _choices(place[0]))}"
    return f"{where}: {error['msg']}; got {error['input']!r}."


def _keys_beside(place: list[str]) -> list[str]:
    models: dict[int, type[BaseModel]] = {1: Configuration, 3: Lesson, 5: Figure}
    return list(models[len(place)].model_fields)


def _choices(key: str) -> tuple[str, ...]:
    return get_args(StyleName if key == "styles" else FormatName)


def _complaints_about_names(configuration: Configuration, root: Path) -> Iterable[str]:
    taken: dict[str, str] = {}
    for name, lesson in configuration.lessons.items():
        place = f"lessons.{name}"
        if name in TARGETS or name.startswith(RULES_OF_LESSONS):
            yield f"{place}: {name!r} is the name of a target; call the lesson something else."
        yield from _prefix_complaints(place, name, configuration)
        yield from _ledger_complaints(place, name, lesson, root)
        for identity, figure in lesson.figures.items():
            yield from _figure_complaints(f"{place}.figures.{identity}", figure, lesson)
            yield from _missing_module(f"{place}.figures.{identity}", root, Path("figures", name), figure.drawing)
            if identity.endswith(tuple(filter(None, SUFFIXES.values()))):
                yield f"{place}.figures.{identity}: the end of this id says a style, as file names do; choose another."
        for identity, table in lesson.tables.items():
            yield from _missing_module(f"{place}.tables.{identity}", root, Path("slides", "tables", name), table)
        for kind, source in _texts_of(name, lesson):
            if not (root / source).is_file():
                yield f"{place}.{kind}: there is no {source}, which it is made of."
        for kind, identities in (("figures", list(lesson.figures)), ("tables", list(lesson.tables))):
            for identity in identities:
                yield from _id_complaints(f"{place}.{kind}.{identity}", identity, lesson, taken)
                taken[identity] = name


def _texts_of(name: str, lesson: Lesson) -> Iterable[tuple[str, str]]:
    """Name the texts that a lesson's deck and notebook are made of."""
    if lesson.deck:
        yield "deck", deck_template(name)
    if lesson.notebook:
        yield "notebook", notebook_source(name)


def _prefix_complaints(place: str, name: str, configuration: Configuration) -> Iterable[str]:
    prefix = configuration.lessons[name].prefix
    for other, lesson in configuration.lessons.items():
        if other != name and f"{lesson.prefix}-".startswith(f"{prefix}-"):
            yield (
                f"{place}.prefix: files that start with '{prefix}-' could be those of lesson {other}, whose prefix is "
                f"'{lesson.prefix}'; choose another."
            )


def _ledger_complaints(place: str, name: str, lesson: Lesson, root: Path) -> Iterable[str]:
    folder = Path("workflow", "computations", name)
    settled: set[str] = set()
    for ledger, read in lesson.ledgers.items():
        yield from _missing_module(f"{place}.ledgers.{ledger}", root, folder, ledger)
        if lesson.one_job and read:
            yield f"{place}.ledgers.{ledger}: with one_job, the lesson's ledgers cannot read one another."
        for other in read:
            if other not in settled:
                reason = (
                    "comes later; list a ledger after those it reads" if other in lesson.ledgers else "is not a ledger"
                )
                yield f"{place}.ledgers.{ledger}: it reads {other!r}, which {reason}. {nearest(other, settled)}"
        settled.add(ledger)


def _id_complaints(place: str, identity: str, lesson: Lesson, taken: Mapping[str, str]) -> Iterable[str]:
    if not identity.startswith(f"{lesson.prefix}-"):
        yield f"{place}: the id of a figure or table of this lesson starts with '{lesson.prefix}-'."
    if identity in taken:
        yield f"{place}: lesson {taken[identity]} has a figure or table of this id; choose another."


def _figure_complaints(place: str, figure: Figure, lesson: Lesson) -> Iterable[str]:
    if figure.ledger not in lesson.ledgers:
        yield f"{place}: {figure.ledger!r} is not a ledger of this lesson. {nearest(figure.ledger, lesson.ledgers)}"


def _missing_module(place: str, root: Path, folder: Path, module: str) -> Iterable[str]:
    if not (root / folder / f"{module}.py").is_file():
        known = [path.stem for path in (root / folder).glob("[!_]*.py")]
        yield f"{place}: there is no {folder.as_posix()}/{module}.py. {nearest(module, known)}"

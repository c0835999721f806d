"""Git is asked about real repositories, made here; each refusal is a sentence."""

from __future__ import annotations

import subprocess

import pytest

from workflow import git
from workflow.git import GitError

LIMITS = git.Limits(file=1000, all=1500, files=5)

AUTHOR = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


class Repository:
    """A repository in a folder of its own."""

    def __init__(self, root):
        self.root = root
        root.mkdir()
        self("init", "--quiet", "--initial-branch=main")

    def __call__(self, *arguments):
        done = subprocess.run(["git", *AUTHOR, *arguments], cwd=self.root, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self, **files):
        """Commit files, named with __ for a slash, and give the commit."""
        for name, content in files.items():
            path = self.root / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self("add", "--all")
        self("commit", "--quiet", "--allow-empty", "--message", "more")
        return self("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "project")


def test_a_branch_leaves_the_default_branch_at_the_merge_base(repository):
    start = repository.commit(results__a=b"1")
    repository("switch", "--quiet", "--create", "topic")
    repository.commit(results__a=b"2")
    repository("switch", "--quiet", "main")
    repository.commit(results__a=b"3")
    repository("switch", "--quiet", "topic")

    assert git.merge_base(repository.root).commit == start


def test_a_detached_head_has_a_merge_base_too(repository):
    start = repository.commit(results__a=b"1")
    repository("switch", "--quiet", "--detach")
    repository.commit(results__a=b"2")

    assert git.merge_base(repository.root).commit == start


def test_on_the_default_branch_the_base_is_its_last_commit(repository):
    repository.commit(results__a=b"1")
    last = repository.commit(results__a=b"2")

    assert git.merge_base(repository.root).commit == last


def test_what_a_clone_follows_comes_before_a_local_branch(repository, tmp_path):
    start = repository.commit(results__a=b"1")
    repository("clone", "--quiet", ".", str(tmp_path / "clone"))
    clone = Repository.__new__(Repository)
    clone.root = tmp_path / "clone"
    clone.commit(results__a=b"2")  # on main, which is ahead of origin's

    assert git.merge_base(clone.root).commit == start


def test_of_a_fork_the_original_comes_first(repository, tmp_path):
    repository.commit(results__a=b"1")
    repository("clone", "--quiet", ".", str(tmp_path / "fork"))
    fork = Repository.__new__(Repository)
    fork.root = tmp_path / "fork"
    newer = repository.commit(results__a=b"2")
    fork("remote", "add", "upstream", str(repository.root))
    fork("fetch", "--quiet", "upstream")
    fork("switch", "--quiet", "--create", "topic", "upstream/main")
    fork.commit(results__a=b"3")

    assert git.merge_base(fork.root) == git.Base(newer, "upstream/main")


def test_a_default_branch_of_another_name_is_asked_for(repository):
    repository.commit(results__a=b"1")
    repository("branch", "--move", "trunk")

    with pytest.raises(GitError, match=r"no default branch here .*name what to compare with"):
        git.merge_base(repository.root)


def test_a_shallow_clone_is_told_how_to_deepen(repository, tmp_path):
    first = repository.commit(results__a=b"1")
    repository.commit(results__a=b"2")
    repository("clone", "--quiet", "--depth=1", f"file://{repository.root}", str(tmp_path / "shallow"))

    with pytest.raises(GitError, match="git fetch --unshallow"):
        git.commit_of(first, tmp_path / "shallow")
    with pytest.raises(GitError, match="this clone is shallow"):
        git.merge_base(tmp_path / "shallow")


def test_branches_without_a_common_commit_have_no_merge_base(repository):
    repository.commit(results__a=b"1")
    repository("switch", "--quiet", "--orphan", "other")
    repository.commit(results__a=b"2")

    with pytest.raises(GitError, match="HEAD and main have no common commit"):
        git.merge_base(repository.root)


@pytest.mark.parametrize("name", ["nothing", "--upload-pack=touch x", "-h", "a..b", "", "HEAD:results"])
def test_what_names_no_commit_is_refused(repository, name):
    repository.commit(results__a=b"1")

    with pytest.raises(GitError, match="names no commit"):
        git.commit_of(name, repository.root)


def test_files_come_with_their_bytes_whatever_their_names(repository):
    content = {"results/a b/ü\n'\".json": b"\x00\xff\r\n", "results/empty": b"", "other": b"no"}
    for name, each in content.items():
        path = repository.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(each)
    commit = repository.commit()

    assert dict(git.files(commit, "results", repository.root, LIMITS)) == {
        name: each for name, each in content.items() if name.startswith("results/")
    }


def test_a_project_may_be_a_folder_of_its_repository(repository):
    commit = repository.commit(project__results__a=b"1", results__b=b"2")

    assert dict(git.files(commit, "results", repository.root / "project", LIMITS)) == {"results/a": b"1"}


def test_replaced_objects_are_not_taken_for_the_real_ones(repository):
    commit = repository.commit(results__a=b"1")
    (repository.root / "other").write_bytes(b"2")
    other = repository("hash-object", "-w", "other")
    repository("replace", repository("rev-parse", f"{commit}:results/a"), other)

    assert dict(git.files(commit, "results", repository.root, LIMITS)) == {"results/a": b"1"}


def test_a_hook_of_another_repository_does_not_lead_astray(repository, tmp_path, monkeypatch):
    commit = repository.commit(results__a=b"1")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))

    assert git.commit_of("HEAD", repository.root) == commit


def test_a_missing_object_is_a_sentence(repository):
    commit = repository.commit(results__a=b"1")
    tree = repository("rev-parse", f"{commit}:results")
    (repository.root / ".git/objects" / tree[:2] / tree[2:]).unlink()

    with pytest.raises(GitError, match="cannot list the files"):
        list(git.files(commit, "results", repository.root, LIMITS))


def test_a_file_over_the_limit_is_named_and_not_read(repository):
    commit = repository.commit(results__a=b"1" * 1001, results__b=b"1" * 1000)

    assert dict(git.files(commit, "results", repository.root, LIMITS)) == {
        "results/a": "too large",
        "results/b": b"1" * 1000,
    }


@pytest.mark.parametrize(
    "files",
    [{f"results__{number}": b"1" for number in range(6)}, {f"results__{number}": b"1" * 800 for number in "ab"}],
)
def test_too_much_is_refused_before_any_of_it_is_read(repository, monkeypatch, files):
    commit = repository.commit(**files)
    monkeypatch.setattr(git, "_contents", lambda *_: pytest.fail("it was read"))

    with pytest.raises(GitError, match="holds more in results/ than 1,500 bytes or 5 files"):
        list(git.files(commit, "results", repository.root, LIMITS))


def test_links_and_submodules_are_named_and_not_followed(repository):
    (repository.root / "results").mkdir()
    (repository.root / "results/link").symlink_to("/etc/hostname")
    inner = Repository(repository.root / "results/inner").commit(a=b"1")
    commit = repository.commit()

    assert inner
    assert dict(git.files(commit, "results", repository.root, LIMITS)) == {
        "results/link": "a link",
        "results/inner": "a submodule",
    }


def test_a_folder_without_a_repository_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))

    with pytest.raises(GitError, match=r"not a git repository.*\n.*name two folders or zip files"):
        git.commit_of("HEAD", tmp_path)


def test_without_git_there_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(GitError, match=r"git cannot be run .*Install it"):
        git.commit_of("HEAD", tmp_path)

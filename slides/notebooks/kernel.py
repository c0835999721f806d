"""Running the code of a notebook, in a fresh kernel of this interpreter that knows nothing of its user.

Whoever builds may have kernels, profiles and start-up files of their own. They are left out, and nothing is written to
a home directory: every folder that Jupyter and IPython ask for is a temporary one. Kernel and client talk over sockets
in it, so no port is opened.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

# Importing PyTorch on a busy machine is the slowest that a cell does.
SECONDS = 300

# Beyond this, the path of a socket could be longer than systems take.
_LONGEST = 60

_COMMAND = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]

# Where IPython says that an error arose, last of all in the project's code or in the cell.
_LINE = re.compile(r"Cell In\[\d+\], line (\d+)")
_COLOURS = re.compile(r"\x1b\[[\d;]*m")


class KernelError(Exception):
    """Code that did not run; the text says why.

    cell : the place of its cell in the notebook; None if the kernel did not start
    line : in the cell, counted from 1
    """

    def __init__(self, message: str, cell: int | None, line: int = 1) -> None:
        super().__init__(message)
        self.cell = cell
        self.line = line


class _ThisInterpreter(KernelSpecManager):
    """Starts the interpreter that runs the build, whatever a user calls python3."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(argv=_COMMAND, display_name=kernel_name, language="python")


def execute(notebook: NotebookNode, folder: Path) -> None:
    """Run all cells from top to bottom, and put what they show into the notebook.

    Parameters
    ----------
    folder
        Where the kernel starts, as Jupyter would start it where the notebook lies.

    Raises
    ------
    KernelError
        If a cell fails, or if the kernel does.
    """
    begun: list[int] = []
    with tempfile.TemporaryDirectory(dir=_short_folder()) as own:
        client = NotebookClient(
            notebook,
            km=AsyncKernelManager(
                kernel_spec_manager=_ThisInterpreter(), transport="ipc", connection_file=f"{own}/kernel.json"
            ),
            timeout=SECONDS,
            startup_timeout=SECONDS,
            coalesce_streams=True,
            shutdown_kernel="immediate",
            on_cell_start=lambda cell_index, **_: begun.append(cell_index),
            resources={"metadata": {"path": os.fspath(folder)}},
        )
        try:
            client.execute(cleanup_kc=True, env=_environment(own))
        except CellExecutionError as error:
            lines = _LINE.findall(_COLOURS.sub("", error.traceback))
            message = f"{error.ename}: {error.evalue}"
            raise KernelError(message, begun[-1], int(lines[-1]) if lines else 1) from None
        except CellTimeoutError:
            message = f"it ran for {SECONDS} seconds and was stopped. Does it wait for something?"
            raise KernelError(message, begun[-1]) from None
        except (DeadKernelError, RuntimeError) as error:
            message = f"the kernel stopped: {error}"
            raise KernelError(message, begun[-1] if begun else None) from None


def _short_folder() -> str | None:
    """Give a folder for sockets, whose paths may have about a hundred characters; None for the usual one."""
    return "/tmp" if len(tempfile.gettempdir()) > _LONGEST else None  # noqa: S108 - in it, a folder of our own


def _environment(own: str) -> dict[str, str]:
    """Give the environment of the kernel: everything that it would look up or write at home lies in `own`."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONSTARTUP"}
    return kept | {
        "IPYTHONDIR": own,
        "JUPYTER_CONFIG_DIR": own,
        "JUPYTER_DATA_DIR": own,
        "JUPYTER_RUNTIME_DIR": own,
        # The debugger that ipykernel brings would print a warning of its own.
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }

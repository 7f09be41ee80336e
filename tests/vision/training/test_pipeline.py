"""`python -m vision.training` knows all networks, goes on where it was stopped, and says what is missing."""

import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from vision.training import icons, pipeline, shards
from vision.training.arrays import Bytes
from vision.training.scene import sample

PLAN = replace(pipeline.QUICK, scenes=1, table=1, loose=1, faces=1, covers=2)


@pytest.fixture
def bench(tmp_path: Path, masks: Bytes) -> pipeline.Bench:
    made = pipeline.Bench(work=tmp_path, weights=tmp_path / "weights", packages=None, jobs=1)
    np.savez(made.icons, masks=masks)
    return made


@pytest.mark.parametrize("plan", [pipeline.FULL, pipeline.QUICK])
def test_every_network_that_ships_is_trained(plan: pipeline.Plan) -> None:
    """Nobody could make it again otherwise. The finder's first layers are a file of their own."""
    names = {path.name.removesuffix(".onnx") for path in (files("vision") / "weights").iterdir()}
    shipped = {name.removesuffix("-stem") for name in names}
    assert set(plan.minutes) == shipped - {"README.md", ".keep"}


def test_scenes_are_made_once(bench: pipeline.Bench) -> None:
    """Hours of work are not done twice, and a file that was being written does not count."""
    pipeline.make_scenes(PLAN, bench)
    made = sorted(bench.work.rglob("*.npz"))
    times = [path.stat().st_mtime_ns for path in made]
    assert [path.name for path in made] == [
        "covers.npz",
        "icons.npz",
        "faces-0000.npz",
        "loose-0000.npz",
        "table-0000.npz",
    ]
    pipeline.make_scenes(PLAN, bench)
    assert [path.stat().st_mtime_ns for path in made] == times
    (bench.scenes / "table-0001.part.npz").touch()
    assert [path.name for path in shards.shards(bench.scenes, "table")] == ["table-0000.npz"]


def test_a_file_holds_the_scenes_of_its_seed(bench: pipeline.Bench, masks: Bytes) -> None:
    """What training reads is what `scene` draws, each die with its scene's number."""
    bench.scenes.mkdir()
    path = shards.make(bench.scenes, "faces", 3, masks, scenes=2)
    second = sample(np.random.default_rng([shards.KINDS.index("faces"), 3, 1]), masks, loose=True, faces=True)
    with np.load(path) as data:
        assert np.array_equal(data["patches"][1], second.patch)
        assert np.array_equal(data["dice"][data["scene"] == 1], second.dice)
        assert np.array_equal(data["quads"][data["scene"] == 1], second.quads)


def test_icons_of_the_examples_are_held_out() -> None:
    """The example pictures are only a fair test as long as no network knows their icons."""
    assert icons.held_out("bear-face")
    assert icons.held_out("tent-fill")
    assert not icons.held_out("tentacle")


def test_what_is_missing_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody without PyTorch or Node.js learns what to do, not where the program broke."""
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(sys, "argv", ["training", "--quick", "--work", str(tmp_path)])
    monkeypatch.setattr(pipeline, "missing_packages", lambda: ["torch"])
    assert pipeline.main() == 3
    assert "torch missing: install" in capsys.readouterr().err
    monkeypatch.setattr(pipeline, "missing_packages", list)
    assert pipeline.main() == 3
    assert "install Node.js" in capsys.readouterr().err
    with pytest.raises(icons.NoIcons, match="install @iconify-json/game-icons"):
        icons.collect(tmp_path)


def test_drawing_needs_no_torch() -> None:
    """Scenes are tested, and sets are made, where nobody installed two gigabytes."""
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "import vision.training.pipeline, vision.training.sets, vision.training.targets, vision.training.augment"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

"""Printed pages as another program draws them, to be measured."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from pypdf import PdfReader

from vision.markers import Grey

DPI = 127
PX_A_MM = DPI / 25.4

needs_pdftoppm = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) draws the PDF"
)


def pages(pdf: bytes, folder: Path) -> list[Grey]:
    """Each page of the PDF, grey, `PX_A_MM` pixels a millimetre."""
    (folder / "sheet.pdf").write_bytes(pdf)
    for old in folder.glob("sheet-*.png"):
        old.unlink()
    subprocess.run(
        ["pdftoppm", "-r", str(DPI), "-gray", "-png", folder / "sheet.pdf", folder / "sheet"], check=True
    )
    return [
        np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
        for path in sorted(folder.glob("sheet-*.png"))
    ]


def written(file: Path, *, page: int) -> set[str]:
    """The lines of text on a page."""
    return {line.strip() for line in PdfReader(file).pages[page].extract_text().split("\n")}

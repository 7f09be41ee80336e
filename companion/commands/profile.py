"""`bears profile`: build a profile of a table and its dice or pyramids from a photo set, and show what is in one."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput

if TYPE_CHECKING:
    from calibration.profile import Profile
    from vision.lens import View

SUMMARY = "build a profile of a table and its dice or pyramids, or show one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears profile`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="build a profile from a photo set")
    build.add_argument(
        "set", metavar="SET", type=Path, help="folder with set.json, background.jpg and teach/"
    )
    build.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="the profile's folder, replaced if there is one",
    )
    build.add_argument(
        "--lens",
        metavar="LENS",
        help="a camera (v2, v3, v3-wide, hq-6mm) or a lens file, instead of the lens in set.json",
    )
    build.add_argument(
        "--edge", metavar="MM", type=float, help="the dice's edge in mm, if set.json does not say"
    )
    build.add_argument(
        "--seats", metavar="DEG,...", help="where people sit: angles counter-clockwise from the right"
    )
    show = actions.add_parser("show", help="show what is in a profile")
    show.add_argument("profile", metavar="DIR", type=Path, help="the profile's folder")
    show.add_argument("--json", action="store_true", help="print it as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Build or show; raises `BadInput`, CalibrationError or VisionError."""
    if args.action == "build":
        return _build(args)
    from calibration.profile import load_profile

    profile = load_profile(args.profile)
    print(json.dumps(_facts(profile)) if args.json else "\n".join(_told(profile)))
    return 0


def _build(args: argparse.Namespace) -> int:
    from calibration.building import build_profile
    from calibration.profile import check_place, save_profile

    seats = _angles(args.seats) if args.seats is not None else None
    if args.edge is not None and not 5 <= args.edge <= 60:
        raise BadInput(f"dice of {args.edge:g} mm are not read; --edge is from 5 to 60")
    check_place(args.out)
    built = build_profile(args.set, lens_name=args.lens, edge_mm=args.edge, seats=seats)
    save_profile(built.profile, args.out)
    for warning in built.warnings:
        print(f"bears: {warning}", file=sys.stderr)
    print("\n".join(_told(built.profile)))
    return 0


def _angles(text: str) -> tuple[float, ...]:
    from calibration.profile import check_seats

    try:
        seats = tuple(float(part) for part in text.split(","))
    except ValueError:
        raise BadInput(
            f"--seats should be angles with commas between them, as 205,335,40,140, not '{text}'"
        ) from None
    check_seats(seats)
    return seats


def _facts(profile: "Profile") -> dict[str, object]:
    facts: dict[str, object] = {
        "kind": profile.kind,
        "faces": {name: len(profile.faces.shots[name]) for name in profile.faces.names},
        "seats": list(profile.seats),
        "campsite_mm": profile.campsite_mm,
    }
    if profile.view is not None:
        lens = profile.view.lens
        facts |= {
            "size": [lens.width, lens.height],
            "focal_px": round(float(lens.K[0, 0]), 1),
            "eye_mm": [round(float(v), 1) for v in profile.view.pose.eye],
            "cards": [
                {"id": c.id, "x": round(c.x, 1), "y": round(c.y, 1), "yaw_deg": round(c.yaw_deg, 1)}
                for c in profile.cards
            ],
            "rms_px": profile.rms_px and round(profile.rms_px, 3),
            "background": profile.background is not None,
        }
        if profile.edge_mm is not None:
            facts["edge_mm"] = profile.edge_mm
    if profile.board is not None and profile.colours is not None:
        board = profile.board
        del facts["faces"], facts["seats"], facts["campsite_mm"]
        facts |= {
            "board": {
                "x0": round(board.x0, 1),
                "y0": round(board.y0, 1),
                "yaw_deg": round(board.yaw_deg, 2),
                "cell_mm": round(board.cell_mm, 2),
                "z": round(board.z, 1),
            },
            "colours": list(profile.colours.names),
        }
    return facts


def _told(profile: "Profile") -> list[str]:
    faces = ", ".join(f"{name} ({len(profile.faces.shots[name])})" for name in profile.faces.names)
    seats = ", ".join(f"{seat:g}" for seat in profile.seats)
    if profile.view is None:
        return [
            "a loose profile: faces only, for photographs without corner cards",
            f"faces (shots): {faces}",
        ]
    lens = profile.view.lens
    pictures = f"for pictures of {lens.width} x {lens.height} pixels"
    background = f"picture of the empty table: {'yes' if profile.background is not None else 'no'}"
    if profile.board is not None and profile.colours is not None:
        board = profile.board
        return [
            f"a profile of pyramids on a board, {pictures}",
            f"colours: {', '.join(profile.colours.names)}",
            *_table_told(profile, profile.view),
            (
                f"board: squares of {board.cell_mm:.1f} mm, corner at x {board.x0:.1f} mm, y {board.y0:.1f} mm, "
                f"turned {board.yaw_deg:.1f} degrees, {board.z:.1f} mm thick"
            ),
            background,
        ]
    return [
        f"a profile of {profile.edge_mm:g} mm dice on a table, {pictures}",
        f"faces (shots): {faces}",
        *_table_told(profile, profile.view),
        f"seats (degrees): {seats}; campsite {profile.campsite_mm:g} mm round the middle",
        background,
    ]


def _table_told(profile: "Profile", view: "View") -> list[str]:
    """Where the camera is, and the cards."""
    eye, focal = view.pose.eye, view.lens.K[0, 0]
    fit = f"{profile.rms_px:.2f} px" if profile.rms_px is not None else "unknown"
    return [
        f"camera: {eye[2]:.0f} mm above the table, {-eye[1]:.0f} mm before its middle; focal length {focal:.0f} px",
        f"cards fit to: {fit}",
        *(
            f"card {card.id}: x {card.x:.1f} mm, y {card.y:.1f} mm, turned {card.yaw_deg:.1f} degrees"
            for card in profile.cards
        ),
    ]

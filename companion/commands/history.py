"""`bears history`: the matches in the journal."""

import argparse
import json
import sys

from companion.options import add_data, add_settings

SUMMARY = "list the matches that were played"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears history`."""
    add_data(parser)
    add_settings(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line, a line a match")


def run(args: argparse.Namespace) -> int:
    """Print a line for each match, oldest first; raises `JournalError` if there is a journal that cannot be read."""
    from companion.journal import read_journal
    from companion.journal.place import usual_folder
    from companion.match.live import known_games
    from companion.match.past import past
    from companion.settings import load_settings

    settings = load_settings(args.settings)
    folder = args.data or settings.data or usual_folder()
    contents = read_journal(folder)
    if contents.damaged:
        print(
            "bears: the journal is damaged; this is what can be read of it, bears play will recover it",
            file=sys.stderr,
        )
    matches = [past(rows, known_games(settings.boards)) for _, rows in sorted(contents.matches.items())]
    if args.json:
        for match in matches:
            print(json.dumps(match.report()))
        return 0
    if not matches:
        print(f"no matches yet in {folder}", file=sys.stderr)
    for match in matches:
        when = f"{match.began:%Y-%m-%d %H:%M}{'?' if match.clock_set is False else ''}"
        unit = "turn" if match.game == "bfh" else "round"
        rounds = f"{match.rounds} {unit}{'' if match.rounds == 1 else 's'}"
        end = f"won by {' and '.join(match.winners)}" if match.winners else match.standing
        lost = f", {match.lost} entries lost" if match.lost else ""
        print(f"{match.number}  {when}  {match.game}  {', '.join(match.players)}  {rounds}  {end}{lost}")
    return 0

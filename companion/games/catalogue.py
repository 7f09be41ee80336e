"""All games that a match log can be of."""

from collections.abc import Mapping

from companion.games import bears, bfh, outrun
from companion.games.log import AnyGame


def all_games(boards: Mapping[str, bfh.Board]) -> dict[str, AnyGame]:
    """The games by the name that a log's header gives; `boards` are those for Bears, Foxes & Hares."""
    return {game.name: game for game in (bears.GAME, bfh.game(boards), outrun.GAME)}

"""What the camera can tell of Outrun the Bear when the figures carry their markers.

`seen`: in which rows they stand, with doubts; `proposal`: which move that was, or who stands where the match says they
do not; `reading`: from a picture to the rows. The first two are pure.
"""

from companion.standees.proposal import Mismatch, Proposal, Stray, Way, proposal
from companion.standees.seen import SeenRows, Standing

__all__ = ["Mismatch", "Proposal", "SeenRows", "Standing", "Stray", "Way", "proposal"]

"""What the camera sees, in millimetres: a picture and what is known beforehand go in, a reading comes out.

Knows numpy and OpenCV, and nothing of games, profiles on disk or hardware. A reading carries its doubts with it.
Start at `lens` (where a pixel lies on the table), `cards` (where the camera is) and `reading` (which dice lie there).
"""

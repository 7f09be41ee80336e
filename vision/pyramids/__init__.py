"""Reading pyramids: colour, size, square and stacking of what stands on a board of 8x8 squares.

Seen obliquely, from one picture and a profile that knows the board's grid and the pieces' colours.
"""

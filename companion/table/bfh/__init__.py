"""An evening of Bears, Foxes & Hares: placing, rolling, watching the board, refereeing moves, and putting it right."""

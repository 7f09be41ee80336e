"""An evening of Outrun the Bear at a running table: laying out, turns, cards, the Bear, and putting it right."""

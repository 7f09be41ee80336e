"""An evening of Bears! at a running table: rolling, shouting, judging, reading, scoring, and putting it right."""

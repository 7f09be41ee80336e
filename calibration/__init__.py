"""What has to be known before reading: the lens, the table, the faces; kept on disk as a profile.

`lens` and `table` measure, `teaching` learns faces, `profile` keeps it all, `printing` makes what goes on the table.
"""

#!/bin/sh
# Scores the example pictures; what was read is drawn into copies of them. `make examples` calls it in the project's folder.
set -u
shown=build/run
rm -rf "$shown"
mkdir -p "$shown"

score() {  # score PICTURE OPTIONS...
  picture=$1
  shift
  echo "$ bears score examples/table/$picture.jpg --profile examples/profile${*:+ $*}"
  bears score "examples/table/$picture.jpg" --profile examples/profile "$@" --show "$shown/$picture.jpg"
  [ -f "$shown/$picture.jpg" ] || exit 1  # a picture in doubt is drawn too
  echo
}

score 001
score 003
score 005
score 006 --seats 186,91,2
echo "What was read is drawn into the pictures in $shown/"

#!/bin/sh
# Trains all networks from nothing and puts them into vision/weights/: `make train`. Needs npm, a Python with the extra
# `train` in $PYTHON, and about three hours on two cores. What was made is kept in $WORK, so that a second run goes on.
set -eu
PYTHON=${PYTHON:-python3}
WORK=${WORK:-build/training}
mkdir -p "$WORK/scenes"

part() {  # part MODULE ARGUMENTS...
  module=$1
  shift
  echo "== $module $*"
  "$PYTHON" -m "vision.training.$module" "$@"
}

npm install --silent --no-save --prefix "$WORK" \
  @iconify-json/game-icons@1.2.4 @iconify-json/mdi@1.2.3 @iconify-json/tabler@1.2.41 @iconify-json/ph@1.2.2 \
  @iconify-json/lucide@1.2.137 @iconify-json/carbon@1.2.29 @iconify-json/fa6-solid@1.2.4 @iconify-json/bi@1.2.7
[ -f "$WORK/icons.npz" ] || part icons "$WORK/node_modules/@iconify-json" -o "$WORK/icons.npz"

part shards "$WORK/icons.npz" "$WORK/scenes" --kind table --files 0 44
part shards "$WORK/icons.npz" "$WORK/scenes" --kind loose --files 0 60
part shards "$WORK/icons.npz" "$WORK/scenes" --kind faces --files 0 24

part train_finder "$WORK/scenes" -o "$WORK/finder.pt" --minutes 45 --epochs 60 --threads 2
part train_finder "$WORK/scenes" -o "$WORK/loose.pt" --loose --minutes 45 --epochs 60 --threads 2
part train_embedding "$WORK/scenes" -o "$WORK/embedding.pt" --minutes 45 --threads 2
part covers "$WORK/icons.npz" "$WORK/covers.npz" -o "$WORK/cover.pt" --threads 2

part export --finder "$WORK/finder.pt" --loose "$WORK/loose.pt" --embedding "$WORK/embedding.pt" --cover "$WORK/cover.pt"

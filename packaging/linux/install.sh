#!/bin/sh
# Makes Keepsake, unpacked in this folder, appear in this person's menu; `./install.sh --remove` takes it out again.
# What Keepsake remembers lies elsewhere (~/.local/share/keepsake) and is never touched.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
data=${XDG_DATA_HOME:-"$HOME/.local/share"}
entry=$data/applications/keepsake.desktop
icon=$data/icons/hicolor/scalable/apps/keepsake.svg
command=$HOME/.local/bin/keepsake

if [ "${1:-}" = --remove ]; then
  rm -f "$entry" "$icon" "$command"
  echo "Removed from the menu. The program is still in $here, and your memories are where they were."
  exit 0
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$icon")" "$(dirname "$command")"
cp "$here/share/icons/hicolor/scalable/apps/keepsake.svg" "$icon"
sed "s|^Exec=.*|Exec=\"$here/keepsake\"|" "$here/share/applications/keepsake.desktop" > "$entry"
ln -sf "$here/keepsake" "$command"
echo "Keepsake is in your menu, and as a command in $command."

# A copy of the server PRIMARY where there is none yet, which follows it. One that was stopped halfway is begun anew.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA.begun"
  mkdir -p "$PGDATA.begun"
  chmod 700 "$PGDATA.begun"
  pg_basebackup --host="$PRIMARY" --port="${PRIMARY_PORT:-5432}" --username=gateway --pgdata="$PGDATA.begun" --write-recovery-conf --checkpoint=fast
  rm -rf "$PGDATA"
  mv "$PGDATA.begun" "$PGDATA"
fi
exec postgres "$@"

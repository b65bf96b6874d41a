# A copy of the server PRIMARY where there is none yet, which follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  pg_basebackup --host="$PRIMARY" --port="${PRIMARY_PORT:-5432}" --username=gateway --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast
fi
exec postgres "$@"

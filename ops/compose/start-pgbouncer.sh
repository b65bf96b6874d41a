# Before the server SERVER, for the user whose password it knows as well.
set -eu
umask 077
folder=$(mktemp -d)
printf '"gateway" "%s"\n' "$POSTGRES_PASSWORD" > "$folder/users"
sed "s#SERVER_PORT#${SERVER_PORT:-5432}#; s#SERVER#$SERVER#; s#FOLDER#$folder#" "$(dirname "$0")/pgbouncer.ini" > "$folder/pgbouncer.ini"
exec pgbouncer "$folder/pgbouncer.ini"

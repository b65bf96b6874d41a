# Run by the image of PostgreSQL when it makes its database: replicas connect with the password, too.
echo 'host replication gateway all scram-sha-256' >> "$PGDATA/pg_hba.conf"

# Debian's, which the tests run behind: there is no official image.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini start-pgbouncer.sh /etc/pgbouncer/
USER postgres
EXPOSE 6432
CMD ["sh", "/etc/pgbouncer/start-pgbouncer.sh"]

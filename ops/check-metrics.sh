#!/bin/bash
# Starts the gateway with the demo store, sends it some requests, and has promtool (Debian's package `prometheus`) check what it shows,
# and the rules beside this file.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PWD/node_modules/.bin:$PATH
data=$(mktemp -d)
METRICS_PORT=${METRICS_PORT:-9464} PORT=${PORT:-4190} DATA_DIR=$data LOG_LEVEL=warn WORKERS=${WORKERS:-2} \
  node --max-semi-space-size=8 --wasm-wrapper-tiering-budget=1000000000 src/main.ts > "$data/out" 2>&1 &
gateway=$!
trap 'kill $gateway; wait $gateway || true; rm -rf "$data"' EXIT
until curl -sf "http://127.0.0.1:${PORT:-4190}/health/ready" > /dev/null; do
  kill -0 $gateway 2> /dev/null || { cat "$data/out" >&2; exit 1; }
  sleep 0.2
done
for query in '{ products(first: 3) { nodes { name } } }' '{ products(first: 3) { nodes { name } } }' '{ nothing }' '{ product(id: \"x\") { id } }'; do
  curl -s "http://127.0.0.1:${PORT:-4190}/graphql" -H 'Content-Type: application/json' -d "{\"query\":\"$query\"}" > /dev/null
done
curl -s "http://127.0.0.1:${PORT:-4190}/pcm/catalog/products" > /dev/null
curl -sf "http://127.0.0.1:${METRICS_PORT:-9464}/metrics" > "$data/metrics"
promtool check metrics < "$data/metrics"
echo "$(grep -vc '^#' "$data/metrics") series"
promtool check rules ops/alerts.yml
promtool test rules ops/alerts.test.yml

#!/bin/sh
# Lists the automations, and the last entries of the activity, as JSON.
set -eu

: "${PICKSYNC_URL:?is the address of Picksync, such as http://localhost:3000}"
: "${PICKSYNC_KEY:?is an API key, from your settings}"

# The key goes in through a file, so that it does not show up in the list of processes.
get() {
  printf 'header = "Authorization: Bearer %s"\n' "$PICKSYNC_KEY" |
    curl --silent --show-error --fail-with-body --max-time 30 --config - "$PICKSYNC_URL$1"
  echo
}

get /api/configurations
get '/api/activity-logs?limit=10'

#!/bin/bash
# Runs once, when the database is made: the programs' own account, which owns the database and nothing else.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set=password="$PALIMPSEST_PASSWORD" <<'SQL'
create role palimpsest login nosuperuser nocreatedb nocreaterole password :'password';
alter database palimpsest owner to palimpsest;
SQL

#!/bin/sh
# A whole cluster on one machine: PostgreSQL in a new folder, the tables, an agent, a program.
# Everything is stopped and removed at the end.
#
#   deploy/one-machine.sh [PROGRAM [OPTION...]]      default: examples/c/peterson.c
#
#   MAZURKA   the command; default: mazurka in the PATH
#   THREADS   of the agent; default: one for each processor
#   PORT      of the server, on 127.0.0.1; default: 55499
#
# It needs PostgreSQL 13 or newer (Debian: postgresql), openssl, and clang for C. The server
# listens on 127.0.0.1, with TLS and SCRAM passwords; worker and submitter have a login each, with
# the rights that they need. The exit code is that of the check.
#
# Tried: on Debian 12 with PostgreSQL 15, as root and as another user.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
mazurka=${MAZURKA:-mazurka}
threads=${THREADS:-$(nproc)}
port=${PORT:-55499}
[ $# -gt 0 ] || set -- "$here/examples/c/peterson.c"

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb)")
umask 077
folder=$(mktemp -d)
# PostgreSQL does not run as root.
as_server=
if [ "$(id -u)" = 0 ]; then
    as_server="runuser -u postgres --"
fi
worker=

stop() {
    trap - EXIT INT TERM
    if [ -n "$worker" ]; then
        # It splits what it explores, commits that, and ends.
        kill "$worker" 2>/dev/null || true
        wait "$worker" || true
    fi
    if [ -f "$folder/server/data/postmaster.pid" ]; then
        $as_server "$bin/pg_ctl" -D "$folder/server/data" -m fast -w stop >/dev/null || true
    fi
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# A certificate of the server's own, which only these clients trust.
mkdir "$folder/server"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost \
    -keyout "$folder/server/server.key" -out "$folder/server/server.crt" 2>/dev/null
cp "$folder/server/server.crt" "$folder/root.crt"

# Passwords are in a file that only we can read, and never on a command line.
export PGPASSFILE="$folder/pgpass"
for login in mazurka_owner worker_login submitter_login; do
    echo "localhost:$port:mazurka:$login:$(openssl rand -hex 24)" >>"$PGPASSFILE"
done
password() { grep ":$1:" "$PGPASSFILE" | cut -d: -f5; }

if [ -n "$as_server" ]; then
    chmod 711 "$folder"
    chown -R postgres "$folder/server"
fi
cd "$folder"
$as_server "$bin/initdb" -D "$folder/server/data" -U postgres \
    --auth-local=peer --auth-host=reject >/dev/null
# The administrator comes by the socket, which is in the server's own folder; all others by TLS.
$as_server sh -c "cat >'$folder/server/data/pg_hba.conf'" <<END
local    all      postgres  peer map=owner
hostssl  mazurka  all       127.0.0.1/32  scram-sha-256
END
$as_server sh -c "cat >'$folder/server/data/pg_ident.conf'" <<END
owner  $($as_server id -un)  postgres
END
$as_server "$bin/pg_ctl" -D "$folder/server/data" -w -l "$folder/server/log" start >/dev/null -o "\
 -p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder/server\
 -c ssl=on -c ssl_cert_file=$folder/server/server.crt -c ssl_key_file=$folder/server/server.key"
sql() { $as_server "$bin/psql" -qX -v ON_ERROR_STOP=1 -h "$folder/server" -p "$port" -U postgres -d "$1"; }

sql postgres <<END
create role mazurka_owner login createrole password '$(password mazurka_owner)';
create database mazurka owner mazurka_owner;
revoke all on database mazurka from public;
END
url() { echo "postgres://$1@localhost:$port/mazurka?sslmode=verify-full&sslrootcert=$folder/root.crt"; }
"$mazurka" jobs --init --cluster "$(url mazurka_owner)"
# Logins with the rights of a worker and of a submitter.
sql mazurka <<END
create role worker_login login password '$(password worker_login)' in role mazurka_worker;
create role submitter_login login password '$(password submitter_login)' in role mazurka_submitter;
grant connect on database mazurka to worker_login, submitter_login;
END

"$mazurka" worker --cluster "$(url worker_login)" --threads "$threads" &
worker=$!

cd "$here"
code=0
"$mazurka" check --cluster "$(url submitter_login)" --first 0 "$@" || code=$?
"$mazurka" jobs --cluster "$(url submitter_login)"
"$mazurka" certify 1 --cluster "$(url submitter_login)" || true
exit "$code"

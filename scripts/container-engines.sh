#!/usr/bin/env bash
# Starts Docker and Podman for tests, as root, beside whatever this machine runs: each in a network
# namespace of its own and with everything it keeps in one folder. Makes the test image from the
# machine's own packages. What to export is printed; `stop` ends and removes it all.
#
#     eval "$(scripts/container-engines.sh start FOLDER)"
#     scripts/container-engines.sh stop FOLDER
set -euo pipefail

usage() { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# = 2 ] || usage
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
image=plumbline-test

post() { # SOCKET PATH: what a client would do, for engines whose client is not installed
  curl --silent --show-error --fail-with-body --unix-socket "$1" --request POST \
    --header "Content-Type: application/x-tar" --data-binary @"$folder/image.tar" "http://engine$2"
}

wait_for() { # SOCKET LOG
  for _ in $(seq 150); do
    curl --silent --fail --max-time 2 --unix-socket "$1" http://engine/_ping >/dev/null && return
    sleep 0.2
  done
  echo "No engine answers at $1:" >&2
  tail -n 20 "$2" >&2
  exit 1
}

start_docker() {
  local own=$folder/docker
  mkdir -p "$own"
  setsid unshare --net dockerd --host "unix://$own/socket" --data-root "$own/data" \
    --exec-root "$own/exec" --pidfile "$own/pidfile" --bridge=none --iptables=false \
    --ip6tables=false --ip-forward=false --ip-masq=false --userland-proxy=false \
    </dev/null >"$own/log" 2>&1 &
  echo $! >"$own/pid"
  wait_for "$own/socket" "$own/log"
}

start_podman() {
  local own=$folder/podman nproc
  mkdir -p "$own"
  # The default is more than a machine may have where not even root can raise a limit.
  nproc=$({ ulimit -Hu; cat /proc/sys/kernel/pid_max; } | grep -v unlimited | sort -n | head -n 1)
  cat >"$own/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=$nproc:$nproc"]
[engine]
tmp_dir = "$own/tmp"
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
exit_command_delay = 5
CONF
  cat >"$own/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$own/graph"
runroot = "$own/run"
CONF
  # As Docker has it: a registry of this machine itself needs no encryption.
  cat >"$own/registries.conf" <<CONF
[[registry]]
location = "127.0.0.1"
insecure = true
CONF
  (
    # Where a container's monitor leaves a file when memory runs out.
    cd "$own"
    CONTAINERS_CONF=$own/containers.conf CONTAINERS_STORAGE_CONF=$own/storage.conf \
      CONTAINERS_REGISTRIES_CONF=$own/registries.conf \
      exec setsid unshare --net podman system service --time=0 "unix://$own/socket"
  ) </dev/null >"$own/log" 2>&1 &
  echo $! >"$own/pid"
  wait_for "$own/socket" "$own/log"
}

start() {
  python3 "$here/container-image.py" >"$folder/image.tar"
  for engine in docker podman; do
    command -v "${engine/%docker/dockerd}" >/dev/null || continue
    "start_$engine"
    post "$folder/$engine/socket" "/images/create?fromSrc=-&repo=$image&tag=latest" >&2
    case $engine in docker) variable=DOCKER_HOST ;; podman) variable=CONTAINER_HOST ;; esac
    echo "export $variable=unix://$folder/$engine/socket"
  done
  rm "$folder/image.tar"
  echo "export PLUMBLINE_IMAGE=$image"
}

remove_containers() { # SOCKET
  curl --silent --max-time 20 --unix-socket "$1" "http://engine/v1.41/containers/json?all=1" |
    grep -o '"Id":"[0-9a-f]*"' | cut -d'"' -f4 |
    while read -r id; do
      curl --silent --max-time 20 --unix-socket "$1" --request DELETE \
        "http://engine/v1.41/containers/$id?force=1"
    done
}

has_ended() { # PID: gone, or dead and not yet waited for
  ! grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status"
}

wait_until_ended() { # PID
  for _ in $(seq 100); do
    has_ended "$1" && return
    sleep 0.1
  done
  return 1
}

stop() {
  for engine in docker podman; do
    [ -f "$folder/$engine/pid" ] || continue
    pid=$(cat "$folder/$engine/pid")
    remove_containers "$folder/$engine/socket" || true
    kill "$pid" 2>/dev/null || continue
    wait_until_ended "$pid" && continue
    # Data is not deleted under a writer. It leads a session, so its group is its own.
    kill -KILL -- "-$pid" || true
    if ! wait_until_ended "$pid"; then
      echo "$engine (process $pid) does not end; $folder is left as it is" >&2
      exit 1
    fi
  done
  remove_folder
}

# What clears up after a container may still run, and mount something there once more.
remove_folder() {
  for _ in $(seq 20); do
    while read -r mount; do umount --lazy "$mount" || true; done < <(
      cut -d' ' -f5 /proc/self/mountinfo | grep "^$folder/" | sort --reverse
    )
    rm -rf "$folder" 2>/dev/null && return
    sleep 1
  done
  echo "$folder can't be removed whole" >&2
  exit 1
}

case $1 in
  start | stop) "$1" ;;
  *) usage ;;
esac

#!/bin/sh
# What a container needs, in two steps. Dockerfile, .devcontainer and binder call them:
#
#     container.sh system    as root: Debian's packages, and the user `learner`
#     container.sh project   as that user, in the clone: the same `make setup` as everywhere
set -eu

case "${1-}" in
system)
	apt-get update -qq
	apt-get install -y -qq --no-install-recommends ca-certificates gcc git libc6-dev make python3 python3-venv
	rm -rf /var/lib/apt/lists/*
	getent passwd "${2-learner}" >/dev/null || useradd --create-home --uid "${3-1000}" --shell /bin/bash "${2-learner}"
	;;
project)
	if [ "$(id -u)" = 0 ]; then
		echo "container.sh project: run it as the user who will open the notebooks, not as root" >&2
		exit 1
	fi
	make setup
	.venv/bin/python internal/tools/completion.py wait # what is in the background would end with this step
	go build ./... # so that programs of your own need no network later
	;;
*)
	echo "container.sh: say \`system\` (as root) or \`project\` (as the user, in the clone)" >&2
	exit 1
	;;
esac

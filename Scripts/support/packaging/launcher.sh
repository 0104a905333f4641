#!/bin/sh
# Starts the command that is beside this file, or names the libraries that it cannot bring along.
program=$(dirname "$(dirname "$(readlink -f "$0")")")/libexec/swwebview
missing=$(LD_TRACE_LOADED_OBJECTS=1 "$program" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p')
if [ -n "$missing" ]; then
    cat >&2 <<MESSAGE
✗ Libraries: $(echo $missing) cannot be found
On Debian 12 and Ubuntu 24.04 this line installs them. Type as root:
    apt-get install --no-install-recommends @PACKAGES@
MESSAGE
    exit 3
fi
exec "$program" "$@"

"""Runs a command with a terminal of 80 columns for its standard output, and prints what came."""

import fcntl
import os
import pty
import struct
import sys
import termios

parent, child = os.forkpty()
if parent == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        data = os.read(child, 65536)
    except OSError:
        break  # Linux's way to tell that the other side has gone.
    if not data:
        break
    os.write(1, data)
_, status = os.waitpid(parent, 0)
sys.exit(os.waitstatus_to_exitcode(status))

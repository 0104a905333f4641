"""Runs a command in a terminal, and does one step after the other: `wait TEXT`, `key TEXT`, `write FILE TEXT`, `remove FILE`.

`wait` waits until the command has printed the text after the last step. The steps stand before `--`, the command behind it. Prints
all that came, and ends with the command's exit code.
"""

import fcntl
import os
import pty
import signal
import struct
import sys
import termios

end = sys.argv.index("--")
steps, command = sys.argv[1:end], sys.argv[end + 1:]
parent, child = os.forkpty()
if parent == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
    os.execvp(command[0], command)
signal.alarm(90)  # A text that never comes ends this, and with its terminal the command.
output = b""
known = 0


def read():
    global output
    try:
        data = os.read(child, 65536)
    except OSError:
        return False  # Linux's way to tell that the other side has gone.
    output += data
    os.write(1, data)
    return bool(data)


while steps:
    step, text = steps[0], steps[1]
    del steps[:2]
    if step == "wait":
        while (place := output.find(text.encode(), known)) < 0:
            if not read():
                sys.exit(f"the command ended before it printed “{text}”")
        known = place + len(text.encode())
    elif step == "key":
        os.write(child, text.encode())
    elif step == "write":
        with open(text, "w", encoding="utf-8") as file:
            file.write(steps.pop(0))
    elif step == "remove":
        os.remove(text)
while read():
    pass
_, status = os.waitpid(parent, 0)
sys.exit(os.waitstatus_to_exitcode(status))

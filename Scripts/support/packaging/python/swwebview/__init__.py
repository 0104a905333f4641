"""The command swwebview, as a program of this package."""

import os
import sys

#: The path of the command.
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "swwebview")


def main():
    """Becomes the command, with the arguments of this process."""
    os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])

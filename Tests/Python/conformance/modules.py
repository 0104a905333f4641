"""Makes the modules of Scripts/conformance importable."""

import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "Scripts/support/conformance"
sys.path.insert(0, str(SCRIPTS))
LISTS = pathlib.Path(__file__).resolve().parents[2] / "Conformance"

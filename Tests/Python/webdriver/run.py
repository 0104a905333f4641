"""Runs the tests of a folder; the last line is `N passed, N failed`.

run.py [FOLDER [NAME]]: this folder unless another is given, and of its tests those whose name contains NAME.
"""

import pathlib
import sys
import unittest

folder = sys.argv[1] if len(sys.argv) > 1 else str(pathlib.Path(__file__).parent)
loader = unittest.TestLoader()
if len(sys.argv) > 2:
    loader.testNamePatterns = [f"*{sys.argv[2]}*"]
suite = loader.discover(folder)
result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, warnings="ignore").run(suite)
failed = {str(test) for test, _ in result.failures + result.errors} | {str(test) for test in result.unexpectedSuccesses}
# A failure while a class is set up does not count as a test.
ran_and_failed = {str(test) for test, _ in result.failures + result.errors if isinstance(test, unittest.TestCase)}
passed = result.testsRun - len(ran_and_failed) - len(result.unexpectedSuccesses) - len(result.skipped)
print(f"{passed} passed, {len(failed)} failed")
sys.exit(0 if result.wasSuccessful() and passed > 0 else 1)

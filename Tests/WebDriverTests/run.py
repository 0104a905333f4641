"""Runs the tests; the last line is `N passed, N failed`."""

import pathlib
import sys
import unittest

suite = unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent))
result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
failed = {str(test) for test, _ in result.failures + result.errors} | {str(test) for test in result.unexpectedSuccesses}
# What fails while a class is set up is no test that was run.
ran_and_failed = {str(test) for test, _ in result.failures + result.errors if isinstance(test, unittest.TestCase)}
passed = result.testsRun - len(ran_and_failed) - len(result.unexpectedSuccesses) - len(result.skipped)
print(f"{passed} passed, {len(failed)} failed")
sys.exit(0 if result.wasSuccessful() and passed > 0 else 1)

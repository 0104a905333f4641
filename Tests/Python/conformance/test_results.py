"""The results of web-platform-tests: the runner's log, figures and the table."""

import json
import unittest

import modules
from results import PAGE, Collector, Figures, Page, below, from_json, passed_names, table, to_json

WHOLE = Page("OK", "", {"a": ("PASS", ""), "b": ("PASS", "")})
HALF = Page("OK", "", {"a": ("PASS", ""), "b": ("FAIL", "expected 1, got 2")})
LATE = Page("TIMEOUT", "", {"a": ("PASS", "")})


def log(*records):
    collector = Collector()
    ended = [collector.add(json.dumps(record)) for record in records]
    return collector, [address for address in ended if address]


class CollectorTests(unittest.TestCase):
    def test_reads_the_results_of_a_page(self):
        collector, ended = log(
            {"action": "suite_start", "tests": {}},
            {"action": "test_start", "test": "/a.html"},
            {"action": "test_status", "test": "/a.html", "subtest": "one", "status": "PASS"},
            {"action": "test_status", "test": "/a.html", "subtest": "two\n lines", "status": "FAIL", "message": "no", "expected": "PASS"},
            {"action": "test_end", "test": "/a.html", "status": "OK"})
        self.assertEqual(ended, ["/a.html"])
        self.assertEqual(collector.pages["/a.html"].subtests, {"one": ("PASS", ""), "two lines": ("FAIL", "no")})

    def test_gives_both_browsers_the_same_names(self):
        collector, _ = log(
            {"action": "test_start", "test": "/a.html"},
            {"action": "test_status", "test": "/a.html", "subtest": "loads sw://tests.example/?a%3Dsw%3A%2F&sw%253A", "status": "PASS"},
            {"action": "test_end", "test": "/a.html", "status": "OK"})
        self.assertEqual(list(collector.pages["/a.html"].subtests), ["loads https://tests.example/?a%3Dhttps%3A%2F&https%253A"])

    def test_leaves_out_a_page_that_did_not_end(self):
        collector, _ = log({"action": "test_start", "test": "/a.html"})
        self.assertEqual(collector.pages, {})

    def test_counts_the_last_of_two_runs_of_a_page(self):
        again = [{"action": "test_start", "test": "/a.html"}, {"action": "test_end", "test": "/a.html", "status": "CRASH"}]
        collector, _ = log(*again, again[0], {**again[1], "status": "OK"})
        self.assertEqual(collector.pages["/a.html"].status, "OK")

    def test_ignores_lines_that_are_no_records(self):
        collector = Collector()
        for line in ("", "Running 3 tests", "[1]", "{", '"text"', '{"test": "/a.html"}', '{"action": "test_end", "test": "/a.html"}'):
            self.assertIsNone(collector.add(line))
        self.assertEqual(collector.pages, {})


class FigureTests(unittest.TestCase):
    def test_counts_whole_pages_and_passed_subtests(self):
        figures = Figures({"/a.html": WHOLE, "/b.html": HALF, "/c.html": LATE})
        self.assertEqual((figures.whole, figures.pages, figures.passed, figures.subtests), (1, 3, 4, 5))

    def test_fails_a_page_with_the_name_of_its_subtests_and_its_own_status(self):
        self.assertEqual(list(HALF.failures()), [("b", "FAIL", "expected 1, got 2")])
        self.assertEqual(list(LATE.failures()), [(PAGE, "TIMEOUT", "")])
        self.assertEqual(list(WHOLE.failures()), [])

    def test_has_pages_below_a_directory_and_the_variants_of_a_page(self):
        pages = {"/fetch/api/a.html": 1, "/fetch/api-2/b.html": 2, "/xhr/c.html?one": 3, "/xhr/c.html": 4}
        self.assertEqual(list(below(pages, "fetch/api").values()), [1])
        self.assertEqual(list(below(pages, "/xhr/c.html").values()), [3, 4])

    def test_counts_a_page_without_subtests_as_one_name(self):
        self.assertEqual(passed_names({"/a.html": Page("PASS"), "/b.html": Page("CRASH")}), {("/a.html", PAGE)})

    def test_survives_a_report(self):
        pages = {"/a.html": HALF, "/c.html": LATE}
        self.assertEqual(from_json(json.loads(json.dumps(to_json(pages)))), pages)


class TableTests(unittest.TestCase):
    def test_has_four_figures_for_one_browser(self):
        self.assertEqual(table(["xhr"], {"/xhr/a.html": WHOLE, "/xhr/b.html": HALF}, None)[-1], "| xhr | 1 / 2 | 3 / 4 |")

    def test_counts_subtests_that_only_the_baseline_passes(self):
        ours = {"/xhr/a.html": HALF, "/xhr/b.html": WHOLE}
        theirs = {"/xhr/a.html": WHOLE, "/xhr/b.html": LATE}
        self.assertEqual(table(["xhr"], ours, theirs)[-1], "| xhr | 1 / 2 | 3 / 4 | 1 / 2 | 3 / 3 | 100.0 % | 1 |")

    def test_compares_only_pages_of_both_browsers(self):
        ours, theirs = {"/xhr/a.html": HALF, "/xhr/b.html": WHOLE}, {"/xhr/a.html": WHOLE, "/xhr/c.html": WHOLE}
        self.assertEqual(table(["xhr"], ours, theirs)[-1], "| xhr | 1 / 2 | 3 / 4 | 2 / 2 | 4 / 4 | 50.0 % | 1 |")

    def test_has_no_share_of_nothing(self):
        self.assertEqual(table(["xhr"], {}, {})[-1], "| xhr | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 0 | – | 0 |")

"""The lists of known failures: reading, judging a run, and writing them anew."""

import pathlib
import tempfile
import unittest

import modules
from causes import Causes, CausesError, Entry, judge, matches, updated
from results import PAGE, Page

NAMES = {"webkit": "WebKit's own", "unknown": "not looked at", "cookies": "no cookies", "media": "no media"}


def page(*failing, passing=(), status="OK"):
    return Page(status, "", {**{name: ("FAIL", "") for name in failing}, **{name: ("PASS", "") for name in passing}})


def lists(*entries):
    return Causes(NAMES, {"xhr": list(entries)})


def counts(judgement):
    return {cause: len(failures) for cause, failures in judgement.explained.items()}


def names(judgement):
    return sorted(failure.subtest for failure in judgement.unexplained)


class JudgementTests(unittest.TestCase):
    def test_explains_a_subtest_by_its_line(self):
        found = judge(lists(Entry("cookies", "/xhr/a.html", "one")), {"/xhr/a.html": page("one", "two")})
        self.assertEqual((counts(found), names(found)), ({"cookies": 1}, ["two"]))

    def test_explains_as_many_failures_of_a_page_as_its_line_says(self):
        found = judge(lists(Entry("cookies", "/xhr/a.html", None, 2)), {"/xhr/a.html": page("one", "two", "three")})
        self.assertEqual((counts(found), len(found.unexplained)), ({"cookies": 2}, 1))

    def test_explains_all_failures_of_a_page_without_a_number(self):
        found = judge(lists(Entry("cookies", "/xhr/*.html")), {"/xhr/a.html": page("one", "two"), "/xhr/b.html": page(status="CRASH")})
        self.assertEqual((counts(found), names(found)), ({"cookies": 3}, []))

    def test_adds_the_numbers_of_two_causes(self):
        found = judge(
            lists(Entry("cookies", "/xhr/a.html", None, 1), Entry("media", "/xhr/a.html", None, 2)), {"/xhr/a.html": page(*"abc")})
        self.assertEqual(counts(found), {"cookies": 1, "media": 2})

    def test_gives_webkit_the_failures_that_the_baseline_has(self):
        ours, theirs = {"/xhr/a.html": page("one", "two")}, {"/xhr/a.html": page("two", passing=["one"])}
        found = judge(lists(Entry("cookies", "/xhr/a.html", None, 1), Entry("webkit", "/xhr/a.html", None, 1)), ours, theirs)
        self.assertEqual([failure.subtest for failure in found.explained["webkit"]], ["two"])

    def test_counts_failures_of_unknown_as_unexplained(self):
        found = judge(lists(Entry("unknown", "/xhr/a.html", "one")), {"/xhr/a.html": page("one")})
        self.assertEqual((counts(found), names(found)), ({}, ["one"]))

    def test_finds_the_status_of_a_page(self):
        found = judge(lists(Entry("media", "/xhr/a.html", PAGE)), {"/xhr/a.html": page("one", status="TIMEOUT")})
        self.assertEqual((counts(found), names(found)), ({"media": 1}, ["one"]))

    def test_finds_lines_that_explain_nothing(self):
        entries = [Entry("cookies", "/xhr/a.html", "one"), Entry("media", "/xhr/a.html", "two")]
        found = judge(lists(*entries), {"/xhr/a.html": page("one", passing=["two"])})
        self.assertEqual(found.stale, [entries[1]])

    def test_leaves_alone_lines_of_pages_that_did_not_run_or_did_not_end(self):
        entries = [Entry("cookies", "/xhr/a.html", "one"), Entry("media", "/xhr/b.html")]
        self.assertEqual(judge(lists(*entries), {"/xhr/a.html": page(status="TIMEOUT")}).stale, [])

    def test_finds_numbers_that_are_too_large(self):
        entry = Entry("cookies", "/xhr/a.html", None, 3)
        self.assertEqual(judge(lists(entry), {"/xhr/a.html": page("one")}).excess, [(entry, 1)])

    def test_takes_a_star_for_any_characters_and_the_rest_literally(self):
        self.assertTrue(matches("/xhr/*.any.*html", "/xhr/a.b.any.worker.html"))
        self.assertTrue(matches("[a] (b)?", "[a] (b)?"))
        self.assertFalse(matches("/xhr/a.html", "/xhr/a-html"))
        self.assertFalse(matches("/xhr/a", "/xhr/a.html"))


class UpdateTests(unittest.TestCase):
    def test_removes_stale_lines_and_lowers_numbers(self):
        causes = lists(Entry("cookies", "/xhr/a.html", None, 3), Entry("media", "/xhr/b.html", "one"))
        new = updated(causes, {"/xhr/a.html": page("one"), "/xhr/b.html": page(passing=["one"])})
        self.assertEqual(new.entries, {"xhr": [Entry("cookies", "/xhr/a.html", None, 1)]})
        self.assertEqual(causes.entries["xhr"][0].limit, 3)

    def test_counts_the_new_failures_of_a_page(self):
        new = updated(lists(), {"/xhr/a.html": page("one"), "/fetch/b.html": page(*"abcd")})
        self.assertEqual(
            new.entries,
            {"xhr": [Entry("unknown", "/xhr/a.html", None, 1)], "fetch": [Entry("unknown", "/fetch/b.html", None, 4)]})

    def test_puts_failures_of_the_baseline_below_webkit(self):
        ours, theirs = {"/xhr/a.html": page("one", "two")}, {"/xhr/a.html": page("two", passing=["one"])}
        new = updated(lists(), ours, theirs)
        self.assertCountEqual(new.entries["xhr"], [Entry("unknown", "/xhr/a.html", None, 1), Entry("webkit", "/xhr/a.html", None, 1)])

    def test_adds_new_failures_of_the_baseline_to_its_line(self):
        ours, theirs = {"/xhr/a.html": page("one", "two")}, {"/xhr/a.html": page("one", "two")}
        new = updated(lists(Entry("webkit", "/xhr/a.html", None, 1)), ours, theirs)
        self.assertEqual(new.entries, {"xhr": [Entry("webkit", "/xhr/a.html", None, 2)]})

    def test_changes_nothing_when_it_is_repeated(self):
        pages = {"/xhr/a.html": page("one", "two"), "/fetch/b.html": page(*"abcd")}
        once = updated(lists(), pages)
        self.assertEqual(updated(once, pages).entries, once.entries)


class ListTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.put("causes.txt", "# Causes\n" + "".join(f"{name}: {text}\n" for name, text in NAMES.items()))

    def put(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def test_reads_what_it_writes(self):
        self.put("xhr.txt", "# XHR\n\ncookies\n  /xhr/a.html 3\n  /xhr/b.html :: one: a :: b\n\nmedia\n  /xhr/*\n")
        causes = Causes.read(self.folder)
        expected = [Entry("cookies", "/xhr/a.html", None, 3), Entry("cookies", "/xhr/b.html", "one: a :: b"), Entry("media", "/xhr/*")]
        self.assertEqual(causes.entries, {"xhr": expected})
        causes.write(self.folder)
        self.assertEqual(Causes.read(self.folder).entries, {"xhr": expected})
        self.assertTrue((self.folder / "xhr.txt").read_text(encoding="utf-8").startswith("# XHR\n"))

    def test_removes_a_file_that_has_no_lines_left(self):
        self.put("xhr.txt", "cookies\n  /xhr/a.html\n")
        updated(Causes.read(self.folder), {"/xhr/a.html": page(passing=["one"])}).write(self.folder)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["causes.txt"])

    def test_refuses_a_cause_without_a_name_and_lines_of_another_form(self):
        for text in ("cooking\n  /xhr/a.html\n", "  /xhr/a.html\n", "cookies\n  xhr/a.html\n", "cookies\n  /xhr/a.html many\n"):
            self.put("xhr.txt", text)
            with self.assertRaises(CausesError, msg=text):
                Causes.read(self.folder)

    def test_refuses_a_cause_that_stands_twice(self):
        self.put("causes.txt", "cookies: one\ncookies: two\n")
        with self.assertRaises(CausesError):
            Causes.read(self.folder)

    def test_the_projects_lists_can_be_read(self):
        causes = Causes.read(modules.LISTS)
        used = {entry.cause for entries in causes.entries.values() for entry in entries}
        self.assertEqual(set(causes.names) - used - {"unknown", "webkit"}, set(), "causes.txt has causes without a failure: remove them")

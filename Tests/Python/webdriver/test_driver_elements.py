"""Tests for the commands about elements, and for the errors of those that fail."""

import unittest

from driver import OneSessionTests
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    InvalidCookieDomainException,
    InvalidElementStateException,
    InvalidSelectorException,
    JavascriptException,
    NoSuchElementException,
    NoSuchFrameException,
    NoSuchShadowRootException,
    NoSuchWindowException,
    StaleElementReferenceException,
    TimeoutException,
    UnexpectedAlertPresentException,
)
from selenium.webdriver.common.by import By

PAGE = """<!doctype html><title>Birds</title><style>#cover { position: absolute; inset: 100px 0 0; background: teal }</style>
<label for="field">Name</label><input id="field" class="a b" value="heron" required><input id="off" type="checkbox" checked disabled>
<a href="/other">Read  more</a><p id="hidden" hidden>Hidden</p><p id="text">grey <b>heron</b><br>  egret</p><div id="host"></div>
<button id="dim" style="opacity: 0">Dim</button><input id="date" type="date"><input id="fixed" readonly value="1">
<div style="height: 200px"></div><button id="below">Below</button><div id="cover"></div><iframe id="inner" src="frame.html"></iframe>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>'</script>"""
PAGES = {"index.html": PAGE, "frame.html": "<!doctype html><title>Frame</title><p>In the frame</p>"}


class ElementTests(OneSessionTests):
    PAGES = PAGES

    def setUp(self):
        self.browser.get("sw://app.example/")

    def find(self, name):
        return self.browser.find_element(By.ID, name)

    def raw(self, name, part):
        return self.driver.value("GET", f"/session/{self.browser.session_id}/element/{self.find(name).id}/{part}")[1]

    def test_attributes_and_properties(self):
        field, off = self.find("field"), self.find("off")
        field.send_keys("s")
        self.assertEqual((field.get_dom_attribute("value"), field.get_property("value")), ("heron", "herons"))
        self.assertEqual((field.get_dom_attribute("required"), field.get_dom_attribute("disabled")), ("true", None))
        self.assertEqual((field.get_property("required"), field.get_property("nothing")), (True, None))
        self.assertEqual(field.get_property("classList"), ["a", "b"])
        self.assertEqual(field.get_property("parentNode").tag_name, "body")
        self.assertEqual((off.is_selected(), off.is_enabled(), field.is_enabled()), (True, False, True))
        self.assertEqual(self.find("cover").value_of_css_property("position"), "absolute")
        self.assertEqual((field.aria_role, field.accessible_name), ("textbox", "Name"))

    def test_text_and_display(self):
        self.assertEqual(self.find("text").text, "grey heron\negret")
        self.assertEqual(self.find("hidden").text, "")
        for name, is_displayed in [("hidden", False), ("text", True), ("dim", False), ("field", True)]:
            self.assertEqual((self.raw(name, "displayed"), self.find(name).is_displayed()), (is_displayed, is_displayed), name)

    def test_finds_elements(self):
        self.assertEqual(self.browser.find_element(By.LINK_TEXT, "Read more").tag_name, "a")
        self.assertEqual(self.browser.find_element(By.PARTIAL_LINK_TEXT, "more").tag_name, "a")
        self.assertEqual(self.find("text").find_element(By.XPATH, "./b").text, "heron")
        self.assertEqual(len(self.browser.find_elements(By.TAG_NAME, "input")), 4)
        self.assertEqual(self.find("host").shadow_root.find_element(By.CSS_SELECTOR, "button").text, "Inside")
        with self.assertRaises(NoSuchShadowRootException):
            self.find("text").shadow_root
        with self.assertRaises(NoSuchElementException):
            self.find("nothing")
        for strategy, value in [(By.CSS_SELECTOR, "["), (By.XPATH, "//["), (By.XPATH, "//p/text()")]:
            with self.assertRaises(InvalidSelectorException):
                self.browser.find_element(strategy, value)
        self.browser.implicitly_wait(30)
        self.addCleanup(self.browser.implicitly_wait, 0)
        self.browser.execute_script("setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id=late></i>'), 200)")
        self.assertEqual(self.find("late").tag_name, "i")

    def test_clicks_and_text_that_cannot_be(self):
        with self.assertRaises(ElementClickInterceptedException):
            self.find("below").click()
        with self.assertRaises(ElementNotInteractableException):
            self.find("hidden").click()
        with self.assertRaises(InvalidElementStateException):
            self.find("fixed").clear()
        self.find("date").send_keys("2026-11-30")
        self.assertEqual(self.find("date").get_property("value"), "2026-11-30")
        self.find("field").clear()
        self.assertEqual(self.find("field").get_property("value"), "")

    def test_elements_of_documents_that_have_gone(self):
        field = self.find("field")
        self.browser.execute_script("arguments[0].remove()", field)
        with self.assertRaises(StaleElementReferenceException):
            field.text
        text = self.find("text")
        self.browser.refresh()
        with self.assertRaises(StaleElementReferenceException):
            text.text
        text = self.find("text")
        self.browser.switch_to.frame(self.find("inner"))
        with self.assertRaises(NoSuchElementException):
            text.text
        self.browser.switch_to.default_content()
        self.browser.switch_to.frame("inner")
        self.assertEqual(self.browser.find_element(By.TAG_NAME, "p").text, "In the frame")
        self.browser.execute_script("setTimeout(() => frameElement.remove())")
        with self.assertRaises(NoSuchWindowException):
            while True:
                self.browser.find_element(By.TAG_NAME, "p")
        self.browser.switch_to.default_content()
        with self.assertRaises(NoSuchFrameException):
            self.browser.switch_to.frame(5)

    def test_scripts(self):
        values = [None, True, 1.5, "é", [1, [2]], {"b": {"a": 1}}]
        self.assertEqual(self.browser.execute_script("return [...arguments]", *values), values)
        found = self.browser.execute_script("return { all: document.querySelectorAll('input'), self: window }")
        self.assertEqual([each.get_dom_attribute("id") for each in found["all"]], ["field", "off", "date", "fixed"])
        self.assertEqual(list(found["self"].values()), [self.browser.current_window_handle])
        self.assertEqual(self.browser.execute_script("return Promise.resolve(7)"), 7)
        for script in ["throw new TypeError('no')", "return (", "const a = {}; a.a = a; return a", "return Promise.reject(1)"]:
            with self.assertRaises(JavascriptException):
                self.browser.execute_script(script)
        self.browser.set_script_timeout(0.1)
        self.addCleanup(self.browser.set_script_timeout, 60)
        with self.assertRaises(TimeoutException):
            self.browser.execute_async_script("")

    def test_a_dialog_that_nobody_expects(self):
        self.browser.execute_script("setTimeout(() => { document.title = String(confirm('Sure?')) })")
        with self.assertRaises(UnexpectedAlertPresentException) as caught:
            while True:
                self.browser.find_element(By.ID, "field")
        self.assertEqual(caught.exception.alert_text, "Sure?")
        self.assertEqual(self.browser.title, "false")
        # A script that a dialog stops has no result.
        self.assertIsNone(self.browser.execute_script("return prompt('Name?')"))
        self.browser.switch_to.alert.dismiss()

    def test_cookies(self):
        self.browser.add_cookie({"name": "a", "value": "1", "sameSite": "Strict"})
        self.assertEqual(self.browser.get_cookie("a")["sameSite"], "Strict")
        with self.assertRaises(InvalidCookieDomainException):
            self.browser.add_cookie({"name": "b", "value": "1", "domain": "other.example"})
        self.browser.delete_all_cookies()
        status, value = self.driver.value("GET", f"/session/{self.browser.session_id}/cookie/a")
        self.assertEqual((status, value["error"]), (404, "no such cookie"))


if __name__ == "__main__":
    unittest.main()

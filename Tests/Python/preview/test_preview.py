"""The preview's page in Chromium: what a person does there reaches the page, and what the page does is seen there."""

import unittest

from preview import Chromium, GuardedCase, Preview, wait_until
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

PAGE = """<!doctype html>
<meta name="viewport" content="width=device-width, viewport-fit=cover">
<link rel="stylesheet" href="page.css">
<title>Field notes</title>
<div id="top"></div>
<button id="press">Press</button><button id="ask">Ask</button>
<input id="name"><select id="kind"><option>Heron<option>Wren</select>
<script>
document.getElementById("press").onclick = (event) => console.log("pressed", event.isTrusted);
document.getElementById("ask").onclick = () => console.log("told", prompt("Which bird?", "Owl"));
document.getElementById("name").oninput = (event) => console.log("typed", event.target.value, event.isTrusted);
document.getElementById("name").onkeydown = (event) => { if (event.key === "Enter") console.log("entered"); };
document.getElementById("kind").onchange = (event) => console.log("chosen", event.target.value);
addEventListener("scroll", () => console.log("scrolled", scrollY));
addEventListener("offline", () => console.log("offline", navigator.onLine));
addEventListener("resize", () => console.log("size", innerWidth, innerHeight));
console.log("loaded", innerWidth, devicePixelRatio, navigator.onLine);
</script>"""
STYLE = """
body { margin: 0; height: 3000px; background: rgb(255, 255, 255); }
#top { height: env(safe-area-inset-top, 0px); background: rgb(0, 128, 0); }
button, input, select { position: absolute; top: 100px; left: 0; width: 100px; height: 40px; margin: 0; }
#ask { left: 110px; } #name { top: 150px; } #kind { left: 110px; top: 150px; }
@media (prefers-color-scheme: dark) { body { background: rgb(10, 20, 30); } }
"""
PAGES = {"index.html": PAGE, "page.css": STYLE}


class PreviewTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)

    def preview(self, *options, pages=PAGES):
        preview = Preview(pages, *options)
        self.addCleanup(preview.close)
        self.browser.open(preview)
        return preview

    def test_shows_the_page_at_the_devices_size_and_scale(self):
        preview = self.preview("--device", "iPhone SE")
        self.browser.wait_for_line("loaded 375 2 true")
        self.assertEqual(self.browser.size(), (750, 1334))
        self.browser.wait(lambda: self.browser.pixel(200, 10) == (0, 128, 0), "safe area")
        self.assertEqual(self.browser.pixel(200, 30), (255, 255, 255))
        # In the terminal as well.
        wait_until(lambda: "log: loaded 375 2 true" in preview.lines, "line in the terminal")

    def test_has_the_user_agent_and_the_apis_of_a_version_of_ios_also_after_a_reload(self):
        page = """<!doctype html>
<script>console.log('loaded', /OS 16_0 like/.test(navigator.userAgent), 'canParse' in URL, 'structuredClone' in self)</script>"""
        preview = self.preview("--device", "iPhone SE", "--ios", "16", "--watch", pages={"index.html": page})
        self.browser.wait_for_line("loaded true false true")
        preview.write("index.html", page.replace("loaded", "again"))
        self.browser.wait_for_line("again true false true")

    def test_another_device_keeps_the_version_of_ios_and_the_words_of_the_framework(self):
        page = """<!doctype html>
<script>console.log('loaded', innerWidth, /OS 16_0 like.* Hotwire Native iOS/.test(navigator.userAgent), 'canParse' in URL)</script>"""
        self.preview("--size", "400x600", "--ios", "16", "--app", "hotwire", pages={"index.html": page})
        self.browser.wait_for_line("loaded 400 true false")
        choose = "device.value = arguments[0]; device.dispatchEvent(new Event('change'))"
        self.browser.driver.execute_script(choose, "iPhone SE")
        self.browser.wait_for_line("loaded 375 true false")
        self.browser.driver.execute_script(choose, "")
        self.browser.wait(lambda: self.browser.console().count("loaded 375 true false") == 2, "page without a device")

    def test_clicks_and_keys_are_a_persons(self):
        self.preview("--size", "400x600")
        self.browser.click(50, 120)
        self.browser.wait_for_line("pressed true")
        self.browser.click(50, 170)
        self.browser.type("aé!")
        self.browser.wait_for_line("typed aé! true")
        self.browser.type(Keys.BACKSPACE + Keys.ENTER)
        self.browser.wait_for_line("typed aé true")
        self.browser.wait_for_line("entered")

    def test_scrolls(self):
        self.preview("--size", "400x600")
        self.browser.scroll(300)
        self.browser.wait(
            lambda: any(line.startswith("scrolled") and abs(float(line.split()[1]) - 300) < 3
                        for line in self.browser.console()), "scrolling")

    def test_moves_and_drags_are_a_persons(self):
        page = """<!doctype html><style>body { margin: 0 } div { height: 200px } #first:hover { background: rgb(0, 200, 0) }</style>
<div id="first"></div><div id="second"></div><script>
for (const kind of ["mousedown", "mouseup"])
    addEventListener(kind, ({ target, button, buttons }) => console.log(kind, target.id, button, buttons));
addEventListener("mousemove", ({ target, buttons, isTrusted }) => console.log("move", target.id, buttons, isTrusted));
document.documentElement.addEventListener("mouseleave", () => console.log("left"));
</script>"""
        self.preview("--size", "400x600", pages={"index.html": page})
        browser = self.browser
        browser.point(50, 100).perform()
        browser.wait_for_line("move first 0 true")
        browser.wait(lambda: browser.pixel(50, 100) == (0, 200, 0), "hovered element")
        browser.point(50, 100).click_and_hold().perform()
        browser.wait_for_line("mousedown first 0 1")
        browser.point(50, 300).perform()
        browser.wait_for_line("move second 1 true")
        browser.point(50, 300).release().perform()
        browser.wait_for_line("mouseup second 0 0")
        browser.wait(lambda: browser.pixel(50, 100) == (255, 255, 255), "element that is not hovered")
        # Chromium reports a second button as a move.
        actions = browser.point(50, 300).click_and_hold()
        actions.w3c_actions.pointer_action.pointer_down(1).pointer_up(1)
        actions.perform()
        browser.wait_for_line("mousedown second 1 5")
        browser.wait_for_line("mouseup second 1 1")
        browser.point(50, 300).release().perform()
        browser.wait(lambda: browser.console().count("mouseup second 0 0") == 2, "end of the press")
        # The buttons at a mouse's side are none of a phone's.
        actions = browser.point(50, 300)
        actions.w3c_actions.pointer_action.pointer_down(4).pointer_up(4)
        actions.perform()
        ActionChains(browser.driver).move_to_element(browser.element("address")).perform()
        browser.wait_for_line("left")
        self.assertEqual(len([line for line in browser.console() if line.startswith("mousedown")]), 3)
        self.assertFalse([line for line in browser.console() if "understand" in line])

    def test_the_phone_is_seen_in_a_narrow_window(self):
        narrow = {}
        for width in (1280, 800, 500):
            browser = Chromium(width, 900)
            self.addCleanup(browser.close)
            preview = Preview(PAGES, "--device", "iPhone SE")
            self.addCleanup(preview.close)
            browser.open(preview)
            browser.wait_for_line("loaded 375 2 true")
            narrow[width] = browser.driver.execute_script("return surface.getBoundingClientRect().width")
            self.assertLessEqual(browser.driver.execute_script("return document.documentElement.scrollWidth - innerWidth"), 0)
        self.assertGreater(narrow[800], 250, narrow)
        self.assertGreater(narrow[500], 250, narrow)

    def test_questions_of_the_page(self):
        self.preview("--size", "400x600")
        self.browser.click(160, 120)
        self.browser.wait(lambda: self.browser.element("question-input").is_displayed(), "prompt")
        self.assertEqual(self.browser.element("question-text").text, "Which bird?")
        self.browser.element("question-input").send_keys("let")
        self.browser.element("question-ok").click()
        self.browser.wait_for_line("told Owllet")
        self.browser.click(160, 120)
        self.browser.wait(lambda: self.browser.element("question-cancel").is_displayed(), "prompt")
        self.browser.element("question-cancel").click()
        self.browser.wait_for_line("told null")

    def test_lists(self):
        self.preview("--size", "400x600")
        self.browser.click(160, 170)
        self.browser.wait(lambda: self.browser.texts("#question-items button") == ["Heron", "Wren"], "list")
        self.browser.driver.execute_script("document.querySelectorAll('#question-items button')[1].click()")
        self.browser.wait_for_line("chosen Wren")

    def test_rotates(self):
        self.preview("--device", "iPhone SE")
        self.browser.element("rotate").click()
        self.browser.wait_for_line("size 667 375")
        self.browser.wait(lambda: self.browser.size() == (1334, 750), "turned picture")

    def test_dark_mode(self):
        self.preview("--size", "400x600")
        self.browser.wait(lambda: self.browser.pixel(300, 300) == (255, 255, 255), "light page")
        self.browser.element("dark").click()
        self.browser.wait(lambda: self.browser.pixel(300, 300) == (10, 20, 30), "dark page")
        self.assertEqual(self.browser.element("dark").get_attribute("aria-pressed"), "true")
        self.browser.element("dark").click()
        self.browser.wait(lambda: self.browser.pixel(300, 300) == (255, 255, 255), "light page again")

    def test_offline(self):
        self.preview("--size", "400x600")
        self.browser.element("offline").click()
        self.browser.wait_for_line("offline false")
        self.browser.element("reload").click()
        self.browser.wait_for_line("loaded 400 1 false")

    def test_other_device(self):
        self.preview("--size", "400x600")
        self.browser.driver.execute_script(
            "device.value = 'iPad mini'; device.dispatchEvent(new Event('change'))")
        self.browser.wait_for_line("loaded 744 2 true")
        self.browser.wait(lambda: self.browser.size() == (1488, 2266), "tablet")

    def test_loads_again_when_a_file_changes(self):
        preview = self.preview("--size", "400x600", "--watch")
        preview.write("page.css", STYLE.replace("255, 255, 255", "200, 100, 50"))
        self.browser.wait(lambda: self.browser.pixel(300, 300) == (200, 100, 50), "changed page")

    def test_goes_back_and_forward(self):
        self.preview("--size", "400x600", pages={**PAGES, "other.html": "<title>Other</title><body style='background: red'>"})
        address = self.browser.element("address")
        address.clear()
        address.send_keys("other.html" + Keys.ENTER)
        self.browser.wait(lambda: self.browser.pixel(300, 300) == (255, 0, 0), "other page")
        self.browser.wait(lambda: self.browser.element("back").is_enabled(), "way back")
        self.browser.element("back").click()
        self.browser.wait(lambda: self.browser.pixel(300, 300) == (255, 255, 255), "first page")
        self.browser.wait(lambda: self.browser.element("forward").is_enabled(), "way forward")

    def test_lists_the_bridges_messages(self):
        worker = {"index.html": "<script>navigator.serviceWorker.register('worker.js')</script>", "worker.js": "/**/"}
        self.preview("--size", "400x600", pages=worker)
        self.browser.wait(
            lambda: any("/ServiceWorkerContainer/register" in text for text in self.browser.texts("#bridge .toHost")),
            "command")
        self.browser.wait(
            lambda: any("worker.js" in text for text in self.browser.texts("#bridge .toPage")), "reply")

    def test_a_page_that_cannot_be_loaded_says_so(self):
        self.preview("--size", "400x600")
        address = self.browser.element("address")
        address.clear()
        address.send_keys("sw://nowhere.example/" + Keys.ENTER)
        self.browser.wait(lambda: any("nowhere.example" in line for line in self.browser.console()), "failure")

    def test_hostile_text_stays_text(self):
        page = "<script>console.log('<img src=x onerror=\"window.hit = 1\">\\u001b[31mred')</script>"
        preview = self.preview("--size", "400x600", pages={"index.html": page})
        self.browser.wait(lambda: any("<img" in line for line in self.browser.console()), "line")
        self.assertIsNone(self.browser.driver.execute_script("return window.hit ?? null"))
        wait_until(lambda: any("<img" in line for line in preview.lines), "line in the terminal")
        self.assertFalse(any("\x1b" in line for line in preview.lines))


class GuardTests(GuardedCase):
    def test_foreign_hosts_and_origins(self):
        preview = Preview(PAGES)
        self.addCleanup(preview.close)
        self.assert_foreigners_refused(preview, "/preview.js")
        self.assertEqual(self.status(preview, "/../../etc/passwd"), 404)

    def test_token(self):
        preview = Preview(PAGES, "--token", "0123456789abcdef")
        self.addCleanup(preview.close)
        self.assertTrue(preview.address.endswith("?token=0123456789abcdef"))
        self.assertEqual(self.status(preview, "/"), 401)
        self.assertEqual(self.status(preview, "/socket"), 401)
        self.assertEqual(self.status(preview, "/", Authorization="Bearer 0123456789abcdef"), 200)
        browser = Chromium()
        self.addCleanup(browser.close)
        browser.open(preview)
        self.assertNotIn("token", browser.driver.current_url)


if __name__ == "__main__":
    unittest.main()

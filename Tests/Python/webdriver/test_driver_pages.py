"""Tests for the operations that testers perform on pages, through `swwebview driver` and Selenium."""

import base64
import io
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

from driver import COMMAND, OneSessionTests
from processes import PATIENCE
from PIL import Image, ImageChops
from selenium.common.exceptions import (
    ElementNotInteractableException,
    InvalidArgumentException,
    MoveTargetOutOfBoundsException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.file_detector import LocalFileDetector, UselessFileDetector
from selenium.webdriver.support.expected_conditions import alert_is_present, url_to_be
from selenium.webdriver.support.wait import WebDriverWait

LOGIN = """<!doctype html><title>Log in</title>
<style>body { margin: 0; font: 20px 'DejaVu Sans'; background: linear-gradient(teal, gold) }
#box { width: 120px; height: 80px; background: rgb(200, 30, 60) }</style>
<form id="form"><input id="user" name="user" autofocus><input id="password" type="password">
<select id="role"><option>reader<option>writer</select><button>Log in</button></form>
<p id="problem"></p><div id="box"></div><iframe src="frame.html"></iframe>
<script>
form.onsubmit = (event) => {
    event.preventDefault();
    if (password.value !== 'egret') return void (problem.textContent = 'Wrong password');
    sessionStorage.user = `${user.value} (${role.value})`;
    location.href = 'home.html';
};
box.onpointerenter = () => { box.dataset.entered = 'yes' };
</script>"""
HOME = """<!doctype html><title>Home</title><p id="who"></p><script>who.textContent = sessionStorage.user</script>"""
FRAME = """<!doctype html><button id="inner" onclick="this.textContent = 'Pressed'">Press</button>"""
WORKER_PAGE = """<!doctype html><title>Worker</title><p id="state">none</p><script>
navigator.serviceWorker.register('worker.js').then(() => navigator.serviceWorker.ready)
    .then(() => { state.textContent = navigator.serviceWorker.controller ? 'controlled' : 'ready' });
</script>"""
WORKER = """addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
    if (event.request.url.endsWith('/answer')) event.respondWith(new Response('from the worker'));
});"""
PAGES = {
    "login.html": LOGIN, "home.html": HOME, "frame.html": FRAME, "worker.html": WORKER_PAGE, "worker.js": WORKER,
}


class DriverPageTests(OneSessionTests):
    PAGES = PAGES

    def setUp(self):
        self.browser.get("sw://app.example/login.html")

    def wait(self, condition):
        return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.02).until(condition)

    def find(self, name):
        return self.browser.find_element(By.ID, name)

    def test_login(self):
        self.find("user").send_keys("heron")
        self.find("password").send_keys("wrong", Keys.ENTER)
        self.assertEqual(self.find("problem").text, "Wrong password")
        self.find("password").clear()
        self.find("password").send_keys("egret")
        self.browser.find_element(By.CSS_SELECTOR, "#role option:last-child").click()
        self.browser.find_element(By.TAG_NAME, "button").click()
        self.wait(url_to_be("sw://app.example/home.html"))
        self.assertEqual(self.find("who").text, "heron (writer)")
        self.browser.back()
        self.wait(lambda browser: browser.title == "Log in")

    def test_window_without_a_gesture(self):
        script = "const done = arguments[0]; setTimeout(() => done(window.open('home.html') !== null), 0)"
        self.assertTrue(self.browser.execute_async_script(script))
        page = self.browser.current_window_handle
        self.wait(lambda browser: len(browser.window_handles) == 2)
        self.browser.switch_to.window(next(handle for handle in self.browser.window_handles if handle != page))
        self.wait(lambda browser: browser.title == "Home")
        self.browser.close()
        self.browser.switch_to.window(page)

    def test_download_link(self):
        script = "document.body.insertAdjacentHTML('beforeend', '<a id=file href=home.html download>file</a>')"
        self.browser.execute_script(script)
        self.find("file").click()
        self.assertEqual(self.browser.title, "Log in")
        self.assertEqual(self.find("file").text, "file")

    def test_frame(self):
        self.browser.switch_to.frame(0)
        self.find("inner").click()
        self.assertEqual(self.find("inner").text, "Pressed")
        self.browser.switch_to.parent_frame()
        self.assertEqual(self.browser.title, "Log in")

    def test_dialogs(self):
        self.browser.execute_script("setTimeout(() => { document.title = prompt('Name?', 'stork') })")
        dialog = self.wait(alert_is_present())
        self.assertEqual(dialog.text, "Name?")
        dialog.send_keys("crane")
        dialog.accept()
        self.wait(lambda browser: browser.title == "crane")
        self.browser.execute_script("setTimeout(() => { document.title = confirm('Sure?') })")
        self.wait(alert_is_present()).dismiss()
        self.wait(lambda browser: browser.title == "false")

    def test_actions(self):
        ActionChains(self.browser, duration=20).move_to_element(self.find("box")).perform()
        self.wait(lambda _: self.find("box").get_attribute("data-entered") == "yes")
        keys = ActionChains(self.browser).click(self.find("user"))
        keys.key_down(Keys.SHIFT).send_keys("ibis").key_up(Keys.SHIFT).perform()
        self.assertEqual(self.find("user").get_property("value"), "IBIS")

    def typed(self, *keys, into="user"):
        field = self.find(into)
        field.clear()
        field.send_keys(*keys)
        return field.get_property("value")

    def test_types_characters_beyond_16_bits(self):
        for text in ("😀", "a😀b", "👨\u200d👩\u200d👧!", "🇩🇪", "𝒳é汉"):
            self.assertEqual(self.typed(text), text)
        script = "user.value = ''; kinds = []; user.oninput = ({ data, isTrusted }) => kinds.push([data, isTrusted]); user.focus()"
        self.browser.execute_script(script)
        ActionChains(self.browser).send_keys("x😀").perform()
        self.assertEqual(self.browser.execute_script("return kinds"), [["x", True], ["😀", True]])
        # WebdriverIO sends a grapheme cluster as one key.
        family = "👨\u200d👩\u200d👧"
        keys = [{"type": kind, "value": value} for value in (family, "e\u0301", "a") for kind in ("keyDown", "keyUp")]
        self.browser.execute_script("user.value = ''")
        self.browser.execute(Command.W3C_ACTIONS, {"actions": [{"type": "key", "id": "keys", "actions": keys}]})
        self.assertEqual(self.find("user").get_property("value"), family + "e\u0301a")

    def test_null_releases_the_modifier_keys(self):
        self.assertEqual(self.typed(Keys.SHIFT, "a", Keys.NULL, "b"), "Ab")
        self.assertEqual(self.typed(Keys.SHIFT, "a😀", Keys.SHIFT, "b", Keys.NULL), "A😀b")
        self.assertEqual(self.typed(Keys.SHIFT, "😀c"), "😀C")
        # Nothing stays pressed.
        self.assertEqual(self.typed("d"), "d")
        self.find("user").send_keys(Keys.NULL)
        with self.assertRaises(ElementNotInteractableException):
            self.browser.find_element(By.ID, "problem").send_keys("😀")

    def test_uploads_files(self):
        self.browser.execute_script("""
            picker = document.createElement("input");
            picker.id = "picker"; picker.type = "file"; picker.multiple = true;
            document.body.prepend(picker);
        """)
        with tempfile.TemporaryDirectory() as folder:
            contents = {"notes 😀.txt": "Grey heron\n" * 1000, "wren.txt": "Wren"}
            paths = [pathlib.Path(folder, name) for name in contents]
            for path in paths:
                path.write_text(contents[path.name], encoding="utf-8")
            self.browser.file_detector = LocalFileDetector()
            self.addCleanup(setattr, self.browser, "file_detector", UselessFileDetector())
            self.find("picker").send_keys("\n".join(map(str, paths)))
        script = """
            const done = arguments[0];
            Promise.all([...picker.files].map(async (file) => [file.name, await file.text()])).then(done);
        """
        self.assertEqual(dict(self.browser.execute_async_script(script)), contents)
        kept = list(self.driver.temporary.glob("swwebview-session-*/*/*"))
        self.assertEqual(len(kept), 2)
        for path in kept:
            self.assertEqual((path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777), (0o600, 0o700))

    def test_what_is_no_archive_of_one_file_is_refused(self):
        def archive(*names):
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
                for name in names:
                    file.writestr(name, "text")
            return base64.b64encode(data.getvalue()).decode()

        path = f"/session/{self.browser.session_id}/se/file"
        whole = archive("a.txt")
        for sent, named in [({}, "Base64"), ({"file": "%"}, "Base64"), ({"file": "AAAA"}, "central directory"), ({"file": archive()}, "0 files"),
                            ({"file": archive("a", "b")}, "2 files"), ({"file": archive("..")}, "no name"),
                            ({"file": whole.replace(whole[48:52], "AAAA", 1)}, "the archive cannot be read")]:
            status, value = self.driver.value("POST", path, sent)
            self.assertEqual((status, value["error"]), (400, "invalid argument"), sent)
            self.assertIn(named, value["message"])
        status, value = self.driver.value("POST", path, {"file": archive("../../escape.txt")})
        self.assertEqual((status, pathlib.Path(value).name), (200, "escape.txt"))
        self.assertTrue(value.startswith(str(self.driver.temporary / "swwebview-session-")))

    def test_window_handles_are_in_the_order_of_the_windows(self):
        handles = [self.browser.current_window_handle]
        self.assertEqual(self.browser.window_handles, handles)
        for number in range(6):
            if number % 2:
                self.browser.execute_script("open('/home.html')")
                handles += [handle for handle in self.browser.window_handles if handle not in handles]
            else:
                self.browser.switch_to.new_window("window")
                handles.append(self.browser.current_window_handle)
                self.browser.switch_to.window(handles[0])
            self.assertEqual(self.browser.window_handles, handles)
        for handle in handles[2:]:
            self.browser.switch_to.window(handle)
            self.browser.close()
        self.assertEqual(self.browser.window_handles, handles[:2])
        self.browser.switch_to.window(handles[1])
        self.browser.close()
        self.browser.switch_to.window(handles[0])
        # Windows that pages opened while nobody looked.
        for number in range(3):
            self.browser.execute_script(f"opened = [...(window.opened ?? []), open('/home.html?{number}')]")
        for number, handle in enumerate(self.browser.window_handles[1:]):
            self.browser.switch_to.window(handle)
            self.wait(lambda browser: browser.current_url.endswith(f"?{number}"))
            self.browser.close()
        self.browser.switch_to.window(handles[0])

    def test_windows_become_smaller_than_they_were(self):
        size = "return [innerWidth, innerHeight]"
        self.addCleanup(self.browser.set_window_size, 800, 600)
        for width, height in [(500, 400), (320, 568), (1000, 700), (375, 667)]:
            self.browser.set_window_size(width, height)
            self.assertEqual(self.browser.get_window_size(), {"width": width, "height": height})
            self.wait(lambda browser: browser.execute_script(size) == [width, height])

    def test_touch_pointers_are_touches(self):
        self.browser.execute_script("""
            document.body.style.height = "3000px";
            box.style.height = "300px";
            heard = [];
            for (const kind of ["touchstart", "touchmove", "touchend", "click"])
                box.addEventListener(kind, ({ type, isTrusted, changedTouches }) => heard.push([type, isTrusted, changedTouches?.length]));
        """)
        heard = lambda: self.browser.execute_script("return heard.map(([type]) => type)")

        def touch(work):
            builder = ActionBuilder(self.browser, mouse=PointerInput("touch", "finger"), duration=100)
            work(builder.pointer_action)
            builder.perform()

        box = self.find("box")
        touch(lambda finger: finger.move_to(box).pointer_down().pointer_up())
        self.wait(lambda _: heard() == ["touchstart", "touchend", "click"])
        self.assertEqual(self.browser.execute_script("return heard[0]"), ["touchstart", True, 1])
        # A drag scrolls the page, as a finger's does. Beside other work, a page can answer the touch after the drag is over.
        def is_dragged(browser):
            touch(lambda finger: finger.move_to(box).pointer_down().move_by(0, -100).pointer_up())
            return browser.execute_script("return scrollY") > 20

        self.wait(is_dragged)
        self.assertIn("touchmove", heard())
        # Release Actions takes the finger away.
        self.browser.execute_script("heard = []; scrollTo(0, 0)")
        touch(lambda finger: finger.move_to(box).pointer_down())
        self.wait(lambda _: heard() == ["touchstart"])
        ActionBuilder(self.browser).clear_actions()
        self.wait(lambda _: heard()[-1] == "touchend" or heard()[-2:] == ["touchend", "click"])
        # In a frame, the place is the frame's.
        self.browser.switch_to.frame(0)
        inner = self.find("inner")
        touch(lambda finger: finger.move_to(inner).pointer_down().pointer_up())
        self.wait(lambda _: inner.text == "Pressed")
        self.browser.switch_to.default_content()

    def test_touch_pointers_stay_in_the_viewport(self):
        self.browser.execute_script("heard = []; addEventListener('touchstart', ({ type }) => heard.push(type))")

        def perform(*actions):
            parameters = {"pointerType": "touch"}
            source = {"type": "pointer", "id": "finger", "parameters": parameters, "actions": list(actions)}
            self.browser.execute(Command.W3C_ACTIONS, {"actions": [source]})

        press = {"type": "pointerDown", "button": 0}
        perform({"type": "pointerMove", "x": 10, "y": 10})
        for outside in [{"x": 5000, "y": 5}, {"x": 5, "y": -1}, {"x": -20, "y": 0, "origin": "pointer"}]:
            with self.assertRaises(MoveTargetOutOfBoundsException):
                perform({"type": "pointerMove", **outside}, press)
        # An invalid action leaves the actions before it undone.
        for invalid in [{"type": "pointerFoo"}, {"type": "pointerMove"}]:
            with self.assertRaises(InvalidArgumentException):
                perform(press, invalid)
        self.assertEqual(self.browser.execute_script("return heard"), [])

    def test_windows(self):
        first = self.browser.current_window_handle
        self.browser.switch_to.new_window("window")
        self.browser.get("sw://app.example/home.html")
        self.assertEqual(len(self.browser.window_handles), 2)
        self.browser.close()
        self.browser.switch_to.window(first)
        self.assertEqual(self.browser.title, "Log in")

    def test_service_worker(self):
        self.browser.get("sw://app.example/worker.html")
        self.wait(lambda _: self.find("state").text != "none")
        self.browser.refresh()
        self.wait(lambda _: self.find("state").text == "controlled")
        script = "const done = arguments[0]; fetch('answer').then((response) => response.text()).then(done)"
        self.assertEqual(self.browser.execute_async_script(script), "from the worker")

    def test_screenshot_is_the_snapshot(self):
        """Pixel by pixel; the two ways of painting round colours differently."""
        self.browser.get("sw://app.example/home.html")
        style = "document.body.style.cssText = 'background: linear-gradient(teal, gold); font: 30px DejaVu Sans'"
        self.browser.execute_script(f"{style}; who.textContent = 'Field notes'")
        seen = Image.open(io.BytesIO(self.browser.get_screenshot_as_png())).convert("RGB")
        script = self.driver.folder / "style.js"
        script.write_text(f"addEventListener('load', () => {{ {style}; who.textContent = 'Field notes' }})")
        picture = self.driver.folder / "snapshot.png"
        subprocess.run(
            [COMMAND, "snapshot", "sw://app.example/home.html", "-o", picture, "--size", "800x600", "--inject", script,
             "--map", f"sw://app.example={self.driver.pages}"],
            check=True, env=self.driver.run.environment, stdout=subprocess.DEVNULL,
        )
        expected = Image.open(picture).convert("RGB")
        self.assertEqual(seen.size, expected.size)
        differences = ImageChops.difference(seen, expected).getextrema()
        self.assertLessEqual(max(most for _, most in differences), 2)
        self.assertGreater(len(seen.getcolors(100_000)), 100)

    def test_element_screenshot(self):
        picture = Image.open(io.BytesIO(self.find("box").screenshot_as_png)).convert("RGB")
        self.assertEqual(picture.size, (120, 80))
        self.assertEqual(picture.getcolors(), [(120 * 80, (200, 30, 60))])

    def test_element_screenshot_in_a_frame(self):
        self.browser.switch_to.frame(0)
        inner = self.find("inner")
        picture = Image.open(io.BytesIO(inner.screenshot_as_png)).convert("RGB")
        self.assertLessEqual(abs(picture.width - inner.size["width"]), 1)
        self.assertGreater(len(picture.getcolors(10_000)), 2)

    def test_large_answers_pass_whole(self):
        text = self.browser.execute_script("return 'é'.repeat(3_000_000)")
        self.assertEqual(len(text), 3_000_000)
        self.assertEqual(self.browser.execute_script("return arguments[0].length", text), 3_000_000)


if __name__ == "__main__":
    unittest.main()

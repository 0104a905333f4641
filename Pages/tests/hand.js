// The commands of a test: input as from a person, the size of the window, pictures.
// @ts-expect-error: the host has the module.
import { cdp, page, resetMouse, sendKeys, sendMouse, setViewport, userEvent } from '/___testing___/commands.js';

const stage = /** @type {any} */ (document.getElementById('stage'));

/**
 * Shows elements in the page until the next test.
 * @param {string} html @returns {any}
 */
const show = (html) => {
    stage.innerHTML = html;
    return stage.firstElementChild;
};

/** @param {Element} element @param {string[]} types */
const heard = (element, ...types) => {
    const list = /** @type {string[]} */ ([]);
    for (const type of types) element.addEventListener(type, (event) => list.push(`${type}${event.isTrusted ? '' : ' not trusted'} ${/** @type {any} */ (event).detail}`));
    return list;
};

/** @param {() => Promise<any>} act @param {string} part */
const assert_fails = async (act, part) => {
    const message = await act().then(() => 'nothing', (error) => error.message);
    assert_equals(message.includes(part), true, message);
};

promise_test(async () => {
    const button = show('<button style="margin: 40px">Go</button>');
    const events = heard(button, 'pointerdown', 'mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu');
    await userEvent.click(button);
    await userEvent.click(button);
    const one = 'pointerdown 1,mousedown 1,mouseup 1,click 1';
    assert_equals(events.splice(0).join(), `${one},${one}`, 'two clicks are no double click');
    await userEvent.dblClick(button);
    assert_equals(events.splice(0).join(), `${one},pointerdown 2,mousedown 2,mouseup 2,click 2,dblclick 2`);
    await userEvent.tripleClick(button);
    assert_equals(events.splice(0).at(-1), 'click 3');
    let keys = '';
    button.addEventListener('click', (/** @type {MouseEvent} */ event) => { keys = `${event.shiftKey} ${event.ctrlKey} ${event.offsetX}`; });
    await userEvent.click(button, { modifiers: ['Shift'], position: { x: 3, y: 3 } });
    assert_equals(keys, 'true false 3');
}, 'clicks are trusted, and are counted as the test says');

promise_test(async () => {
    const button = show('<button style="margin: 40px">Go</button>');
    for (let count = 0; count < 5; count++) {
        await userEvent.hover(button);
        assert_equals(button.matches(':hover'), true);
        await userEvent.unhover(button);
        assert_equals(button.matches(':hover'), false);
    }
}, 'the pointer hovers where it is');

promise_test(async () => {
    show('<input id="one"><input id="two">');
    const [one, two] = /** @type {any[]} */ ([...stage.children]);
    const keys = /** @type {string[]} */ ([]);
    one.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => keys.push(event.isTrusted ? event.key : 'not trusted'));
    await userEvent.type(one, 'Héllo{ArrowLeft}{Backspace}X{Enter}😀');
    assert_equals(one.value, 'HélX😀o');
    assert_equals(keys.join(' '), 'H é l l o ArrowLeft Backspace X Enter');
    await userEvent.tab();
    assert_equals(document.activeElement, two);
    await userEvent.tab({ shift: true });
    assert_equals(document.activeElement, one);
    const events = heard(one, 'beforeinput', 'input', 'change');
    await userEvent.fill(one, 'new');
    assert_equals(one.value, 'new');
    await userEvent.clear(one);
    assert_equals(one.value, '');
    assert_equals(events.some((event) => event.includes('not')), false);
    await userEvent.keyboard('{Shift>}a{/Shift}b[KeyC]{{{d>2/}');
    assert_equals(one.value, 'abc{dd');
    await sendKeys({ press: 'Control+a' });
    await sendKeys({ type: 'zz' });
    assert_equals(one.value, 'zz');
    await assert_fails(() => userEvent.keyboard('{Nope}'), 'There is no key “Nope”');
}, 'keys are trusted, and edit what has the focus');

promise_test(async () => {
    const frame = show('<iframe style="margin: 50px; padding: 7px; border: 3px solid" srcdoc="<body style=margin:0><button>x</button>"></iframe>');
    await new Promise((resolve) => { frame.onload = resolve; });
    const inner = frame.contentDocument.querySelector('button');
    const inFrame = heard(inner, 'click');
    await userEvent.click(inner);
    assert_equals(inFrame.join(), 'click 1');
    const root = show('<div></div>').attachShadow({ mode: 'open' });
    root.innerHTML = '<button>y</button>';
    const inShadow = heard(/** @type {any} */ (root.firstChild), 'click');
    await userEvent.click(root.firstChild);
    assert_equals(inShadow.join(), 'click 1');
}, 'frames of the origin and shadow trees are reached');

promise_test(async () => {
    const list = show('<div style="height: 100px; overflow: auto"><div style="height: 900px">x</div></div>');
    await userEvent.wheel(list, { delta: { y: 50 } });
    assert_equals(list.scrollTop > 0, true);
    show('<div style="height: 3000px"></div><button>far</button>');
    const far = heard(/** @type {any} */ (stage.lastElementChild), 'click');
    await userEvent.click(stage.lastElementChild);
    assert_equals(far.join(), 'click 1');
    scrollTo(0, 0);
}, 'the wheel scrolls, and what is out of sight is scrolled to');

promise_test(async () => {
    show('<p style="width: 50px; height: 50px">a</p><p style="width: 50px; height: 50px">b</p>');
    const [from, to] = [...stage.children];
    const path = /** @type {string[]} */ ([]);
    for (const type of ['pointerdown', 'pointermove', 'pointerup']) document.addEventListener(type, (event) => path.push(`${type} ${/** @type {any} */ (event).buttons}`), { once: type !== 'pointermove' });
    await userEvent.dragAndDrop(from, to);
    assert_equals(path.filter((event) => event !== 'pointermove 0').join(), 'pointerdown 1,pointermove 1,pointermove 1,pointerup 0');
    await sendMouse({ type: 'down' });
    await resetMouse();
    assert_equals(path.at(-1), 'pointermove 0', 'no button is down');
    await assert_fails(() => userEvent.dragAndDrop(show('<p draggable="true">c</p>'), to), 'drag and drop');
}, 'the mouse drags');

promise_test(async () => {
    show('<select id="list"><option>a</option><option value="2">b</option><option disabled>c</option></select><input type="file" multiple>');
    const [list, field] = /** @type {any[]} */ ([...stage.children]);
    await userEvent.selectOptions(list, 'b');
    assert_equals(list.value, '2');
    await assert_fails(() => userEvent.selectOptions(list, 'c'), 'is disabled');
    await assert_fails(() => userEvent.selectOptions(list, 'd'), 'has no option “d”: it has “a”, “2”, “c”');
    await userEvent.upload(field, [new File(['one'], 'one.txt'), 'hand.html']);
    assert_equals([...field.files].map(({ name }) => name).join(), 'one.txt,hand.html');
}, 'lists and files are chosen');

promise_test(async () => {
    const covered = show('<button style="position: absolute; left: 0; top: 0">a</button><div id="cover" style="position: fixed; inset: 0"></div>');
    await assert_fails(() => userEvent.click(covered), '<div id="cover"> is in front of <button>');
    await assert_fails(() => userEvent.click(show('<b></b>')), 'has no size');
    await assert_fails(() => userEvent.click(document.createElement('b')), 'not in the document');
    await assert_fails(() => userEvent.fill(show('<input readonly>'), 'x'), 'is read-only');
    await assert_fails(async () => cdp(), 'Chromium');
}, 'what a person could not do fails, and says why');

promise_test(async (t) => {
    const [width, height] = [innerWidth, innerHeight];
    t.add_cleanup(() => setViewport({ width, height }));
    await page.viewport(400, 300);
    assert_equals(`${innerWidth} ${innerHeight}`, '400 300');
    await assert_fails(() => page.viewport(0, 300), '1 to 10000');
    const picture = await page.screenshot({ element: show('<p style="width: 60px; height: 20px; background: red"></p>'), save: false });
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    assert_equals(image.naturalWidth / image.naturalHeight, 3);
    for (const path of ['../x.png', '/tmp/x.png', 'x.html']) await assert_fails(() => page.screenshot({ path }), path === 'x.html' ? 'no name of a PNG file' : 'not below the folder');
}, 'the window has the size that the test gives it, and gives pictures');

promise_test(async () => {
    const post = (/** @type {string} */ name, /** @type {any} */ body, headers = {}) => fetch(`/___testing___/${name}`, { method: 'POST', body, headers });
    for (const name of ['input', 'viewport', 'screenshot']) {
        assert_equals((await post(name, '{}')).status, 403, 'a form could send this');
        for (const body of ['', '[]', '{"actions": [{}]}', '{"actions": [{"type": "pointer", "action": "press", "x": 1, "y": 1, "button": 9}]}', '{"width": "a"}', '{"path": 1}', '{"x":1,"y":1,"width":0,"height":1}']) {
            const response = await post(name, body, { 'X-SWWebView-Request': '1' });
            if (response.status !== 200) assert_equals((await response.json()).error.length > 0, true, `${name} ${body}`);
            else assert_equals(name === 'screenshot' && body.startsWith('{'), true, `${name} ${body}`);
        }
    }
}, 'malformed commands are errors');

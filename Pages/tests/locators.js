// Locators by role, name and text, their actions, and the matchers that wait.
// @ts-expect-error: the host has the module.
import { page, userEvent } from '/___testing___/commands.js';
// @ts-expect-error: the host has the module.
import { expect } from '/___testing___/expect.js';

const stage = /** @type {any} */ (document.getElementById('stage'));

/** @param {string} html */
const show = (html) => { stage.innerHTML = html; };

/** @param {() => any} act @param {string} part */
const assert_fails = async (act, part) => {
    const message = await (async () => act())().then(() => 'nothing', (error) => error.message);
    assert_equals(message.includes(part), true, message);
};

/** @param {any} locator */
const ids = (locator) => locator.elements().map((/** @type {Element} */ { id }) => id).join();

promise_test(async () => {
    show(`<nav id="nav"><a id="home" href="#">Home</a><a id="plain">no link</a></nav><main id="main"><h2 id="title">Notes <b>2</b></h2>
        <label for="name">Your <i>name</i></label><input id="name"><label>Age <input id="age" type="number"></label>
        <input id="go" type="submit"><button id="x" aria-label="Close">×</button><span id="hint">Delete it</span><button id="del" aria-labelledby="hint">y</button>
        <button id="hidden" style="display: none">Home</button><div aria-hidden="true"><button id="silent">Home</button></div>
        <img id="cat" alt="A cat"><img id="deco" alt=""><input id="agree" type="checkbox" checked><ul id="list"><li id="a">one</li><li id="b">two</li></ul>
        <select id="pick"><option id="o">p</option></select><div id="tab" role="tab" aria-selected="true">T</div></main>`);
    const roles = /** @type {[string, any, string][]} */ ([
        ['link', {}, 'home'], ['navigation', {}, 'nav'], ['main', {}, 'main'], ['heading', { level: 2, name: 'notes 2' }, 'title'], ['heading', { level: 1 }, ''],
        ['textbox', { name: 'Your name', exact: true }, 'name'], ['spinbutton', { name: /^age/i }, 'age'], ['button', { name: 'submit' }, 'go'], ['button', { name: 'Close' }, 'x'],
        ['button', { name: 'Delete it' }, 'del'], ['button', { name: 'Home' }, ''], ['button', { name: 'Home', includeHidden: true }, 'hidden,silent'],
        ['img', {}, 'cat'], ['checkbox', { checked: true }, 'agree'], ['checkbox', { checked: false }, ''], ['listitem', {}, 'a,b'], ['combobox', {}, 'pick'], ['tab', { selected: true }, 'tab'],
    ]);
    for (const [role, options, expected] of roles) assert_equals(ids(page.getByRole(role, options)), expected, `${role} ${JSON.stringify(options)}`);
}, 'elements are found by role, name and state');

promise_test(async () => {
    show(`<div id="outer"><p id="p" title="Tip">Hello <b>big</b>   world</p><p id="q" data-testid="q1">hello</p></div><input id="i" placeholder="Search here"><label>Mail <input id="m"></label>
        <div id="host"></div>`);
    document.getElementById('host')?.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement('button'), { id: 'in', textContent: 'Shade' }));
    assert_equals(ids(page.getByText('hello')), 'p,q');
    assert_equals(ids(page.getByText('hello', { exact: true })), 'q');
    assert_equals(ids(page.getByText('Hello big world')), 'p');
    assert_equals(ids(page.getByText(/^hel+o$/)), 'q');
    assert_equals(ids(page.getByTitle('tip')), 'p');
    assert_equals(ids(page.getByTestId('q1')), 'q');
    assert_equals(ids(page.getByPlaceholder('search')), 'i');
    assert_equals(ids(page.getByLabelText('mail')), 'm');
    assert_equals(ids(page.getByRole('button', { name: 'Shade' })), 'in');
    const both = page.getByText('hello');
    assert_equals(`${ids(both.first())} ${ids(both.last())} ${ids(both.nth(1))} ${ids(both.nth(5))} ${both.length} ${both.all().length}`, 'p q q  2 2');
    assert_equals(ids(both.filter({ hasText: 'world' })), 'p');
    assert_equals(ids(both.filter({ hasNotText: 'world' })), 'q');
    assert_equals(ids(page.locator('p').filter({ has: page.getByText('big') })), 'p');
    assert_equals(ids(both.and(page.getByTitle('Tip'))), 'p');
    assert_equals(ids(page.getByTitle('Tip').or(page.getByPlaceholder('Search'))), 'p,i');
    assert_equals(ids(page.locator('#outer').getByText('hello')), 'p,q');
    await assert_fails(() => both.element(), "getByText(\"hello\") finds 2 elements:\n  <p> paragraph");
    await assert_fails(() => page.getByRole('button', { name: 'None' }).element(), "finds no element. There are:");
    assert_equals(page.getByText('nothing at all').query(), null);
}, 'elements are found by text and attributes, and chosen among');

promise_test(async () => {
    show('<button disabled>Save</button>');
    const button = stage.firstElementChild;
    let clicks = 0;
    button.onclick = () => { clicks += 1; };
    requestAnimationFrame(() => requestAnimationFrame(() => { button.disabled = false; }));
    await page.getByRole('button', { name: 'Save' }).click();
    assert_equals(clicks, 1, 'after it was enabled');
    requestAnimationFrame(() => show('<input aria-label="Late">'));
    await userEvent.fill(page.getByLabelText('Late'), 'text');
    assert_equals(stage.firstElementChild.value, 'text');
    await assert_fails(() => page.getByText('never').click({ timeout: 50 }), 'getByText("never") finds no element');
    show('<button disabled>Save</button>');
    await assert_fails(() => page.getByRole('button').click({ timeout: 50 }), 'is disabled');
}, 'an action waits until a person could act');

promise_test(async () => {
    show(`<p id="p" class="a b" style="color: red">Some  text</p><p id="gone" style="display: none">x</p><input id="i" value="v" required><input id="c" type="checkbox">
        <form id="f"><input name="n" value="1"><input type="checkbox" name="k" checked></form><div id="e"><!-- --></div>`);
    const $ = (/** @type {string} */ id) => page.locator(`#${id}`);
    expect($('p').element()).toBeVisible();
    expect($('gone').element()).not.toBeVisible();
    expect($('p').element()).toHaveTextContent('Some text');
    expect($('p').element()).toHaveClass('a', 'b');
    expect($('p').element()).not.toHaveClass('a', { exact: true });
    expect($('p').element()).toHaveStyle({ color: 'rgb(255, 0, 0)' });
    expect($('p').element()).not.toHaveStyle('color: blue');
    expect($('i').element()).toHaveValue('v');
    expect($('i').element()).toBeRequired();
    expect($('i').element()).toHaveAttribute('value', expect.stringContaining('v'));
    expect($('c').element()).not.toBeChecked();
    expect($('f').element()).toHaveFormValues({ n: '1', k: true });
    expect($('e').element()).toBeEmptyDOMElement();
    expect($('f').element()).toContainElement($('f').locator('input').first());
    await assert_fails(() => expect($('p').element()).toBeDisabled(), 'expected <p id="p" class="a b" style="color: red"> to be disabled');
    requestAnimationFrame(() => requestAnimationFrame(() => { $('p').element().textContent = 'Later'; }));
    await expect.element($('p')).toHaveTextContent('Later');
    requestAnimationFrame(() => requestAnimationFrame(() => { $('p').element().remove(); }));
    await expect.element($('p')).not.toBeInTheDocument();
    await assert_fails(() => expect.element($('i'), { timeout: 50 }).toHaveValue('w'), 'to have the value "w", and it has "v"');
}, 'matchers of elements say what they see, and expect.element waits');

promise_test(async () => {
    show(`<div id="first" role="foo button">a</div><div id="case" role="LINK">b</div><div id="none" role="foo bar">c</div><h2 id="own" role="unknown">d</h2>
        <div id="second" role="none tab">e</div>`);
    for (const [role, expected] of [['button', 'first'], ['link', 'case'], ['heading', 'own'], ['presentation', 'second'], ['foo', ''], ['tab', '']]) {
        assert_equals(ids(page.getByRole(role)), expected, role);
    }
}, 'the first known role of an attribute counts');

promise_test(async () => {
    show(`<style>#list b { font-size: 20px } #list b:last-child { color: rgb(0, 0, 255) } #list b { margin-left: 2em; border-top: 3px solid red }
        #list i { --size: 4px; transition: all 9s; padding: 0 var(--size) }</style><p id="list"><i>a</i><b>b</b></p>`);
    const [, list] = stage.children;
    const [i, b] = list.children;
    let changes = 0;
    const watch = new MutationObserver((all) => { changes += all.filter(({ type }) => type === 'childList').length; });
    watch.observe(list, { childList: true, subtree: true });
    for (const style of [
        'color: blue', 'margin-left: 2em', { marginLeft: '40px' }, 'border-top: 3px solid red', 'border-top: solid 3px rgb(255 0 0)', { borderTopWidth: 3 + 'px' }, 'width: auto', 'font-size: 20px',
    ]) expect(b).toHaveStyle(style);
    for (const style of ['color: red', 'margin-left: 1em', 'border: 3px solid red', 'border-left-width: 3px', 'width: 500px', 'nonsense: 1', 'font: 20px serif', {}]) expect(b).not.toHaveStyle(style);
    expect(i).toHaveStyle('padding: 0px 4px');
    expect(i).toHaveStyle('--size: 4px');
    expect(i).not.toHaveStyle('padding: 4px');
    await assert_fails(() => expect(b).toHaveStyle('color: red; font-size: 20px'), 'to have the style color: rgb(255, 0, 0), and it has color: rgb(0, 0, 255)');
    assert_equals(watch.takeRecords().length + changes, 0, 'no element is added');
    assert_equals(`${b.hasAttribute('style')} ${i.hasAttribute('style')}`, 'false false');
}, 'styles are compared in the element’s own place, with shorthands and lengths');

promise_test(async (t) => {
    show(`<div><div><div>${'<p><b>no</b></p>'.repeat(2000)}<p id="found">needle <i>x</i></p></div></div></div>`);
    const text = /** @type {any} */ (Object.getOwnPropertyDescriptor(Node.prototype, 'textContent'));
    let reads = 0;
    Object.defineProperty(Node.prototype, 'textContent', { ...text, get() { reads += 1; return text.get.call(this); } });
    t.add_cleanup(() => { Object.defineProperty(Node.prototype, 'textContent', text); });
    assert_equals(ids(page.getByText('needle')), 'found');
    assert_equals(reads < 4500, true, `${reads} reads for 4000 elements`);
}, 'a text is searched for in time that grows with the page');

promise_test(async () => {
    show(`<input id="a" aria-invalid="true" aria-errormessage="x y"><input id="b" aria-errormessage="x"><input id="c" required aria-errormessage="x">
        <input id="d" aria-invalid="false" required aria-errormessage="x"><input id="e" aria-invalid="grammar" aria-errormessage="z none"><p id="x">Too <b>short</b></p><p id="y">for us</p><p id="z" hidden>not shown</p>`);
    const $ = (/** @type {string} */ id) => expect(document.getElementById(id));
    $('a').toHaveAccessibleErrorMessage('Too short for us');
    $('a').toHaveAccessibleErrorMessage(/^Too/);
    $('a').toHaveAccessibleErrorMessage(expect.stringContaining('short'));
    for (const id of ['b', 'd', 'e']) $(id).not.toHaveAccessibleErrorMessage();
    $('c').toHaveAccessibleErrorMessage('Too short');
    await assert_fails(() => $('a').toHaveAccessibleErrorMessage('Other'), 'to have the accessible error message "Other", and it has "Too short for us"');
}, 'an invalid element has the error message that is shown');

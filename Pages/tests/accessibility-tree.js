// The accessibility tree that @web/test-runner-commands returns.
// @ts-expect-error: the host has the module.
import { a11ySnapshot, findAccessibilityNode } from '/___testing___/commands.js';

const stage = /** @type {any} */ (document.getElementById('stage'));

promise_test(async () => {
    stage.innerHTML = `<nav aria-label="Main"><a href="#">Home <b>page</b></a></nav><h2>Notes</h2><div><p>Some <em>text</em></p></div>
        <label>Name <input id="name" value="Ada" required></label><input type="checkbox" aria-label="All" checked><button disabled aria-describedby="why">Go <img alt="now"></button>
        <p id="why" hidden>Not yet</p><div aria-hidden="true">silent</div><details><summary>More</summary>inside</details>
        <select aria-label="Size"><option>S</option><option selected>M</option></select><ul><li>one</li><li><button aria-pressed="false">two</button></li></ul><div id="host"></div>`;
    stage.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<button>Shade</button><slot></slot>';
    stage.querySelector('#name').focus();
    const expected = [
        { role: 'navigation', name: 'Main', children: [{ role: 'link', name: 'Home page' }] },
        { role: 'heading', name: 'Notes', level: 2 }, { role: 'text', name: 'Some' }, { role: 'text', name: 'text' }, { role: 'text', name: 'Name' },
        { role: 'textbox', name: 'Name', value: 'Ada', required: true, focused: true }, { role: 'checkbox', name: 'All', checked: true },
        { role: 'button', name: 'Go now', description: 'Not yet', disabled: true, children: [{ role: 'text', name: 'Go' }, { role: 'img', name: 'now' }] },
        { role: 'button', name: 'More', expanded: false },
        { role: 'combobox', name: 'Size', value: 'M', children: [{ role: 'option', name: 'S' }, { role: 'option', name: 'M', selected: true }] },
        { role: 'list', name: '', children: [{ role: 'listitem', name: '', children: [{ role: 'text', name: 'one' }] }, { role: 'listitem', name: '', children: [{ role: 'button', name: 'two', pressed: false }] }] },
        { role: 'button', name: 'Shade' },
    ];
    const tree = await a11ySnapshot();
    assert_equals(`${tree.role} ${tree.name}`, `WebArea ${document.title}`);
    expected.forEach((node, index) => assert_equals(JSON.stringify(tree.children[index]), JSON.stringify(node)));
    assert_equals(tree.children.length, expected.length);
}, 'the tree has roles, names, values and states, and no more than a page shows');

promise_test(async () => {
    stage.innerHTML = '<ul id="list"><li>one</li></ul><div id="plain"><b>x</b><button>y</button></div><p id="gone" hidden>z</p>';
    assert_equals((await a11ySnapshot({ selector: '#list' })).role, 'list');
    assert_equals(JSON.stringify(await a11ySnapshot({ selector: '#plain' })), '{"role":"generic","name":"","children":[{"role":"text","name":"x"},{"role":"button","name":"y"}]}');
    assert_equals(await a11ySnapshot({ selector: '#gone' }), null);
    assert_equals(await a11ySnapshot({ selector: '#nothing' }).catch((/** @type {Error} */ { message }) => message), 'a11ySnapshot: no element matches #nothing');
    const tree = await a11ySnapshot();
    assert_equals(findAccessibilityNode(tree, (/** @type {any} */ { role }) => role === 'listitem').children[0].name, 'one');
    assert_equals(findAccessibilityNode(tree, (/** @type {any} */ { role }) => role === 'tab'), null);
    assert_equals(findAccessibilityNode(null, () => true), null);
}, 'a part of the page has a tree, and nodes are found in it');

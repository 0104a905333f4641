// Media features and the user agent that a test chooses, and the list of the endpoints.
// @ts-expect-error: the host has the module.
import { emulateMedia, setUserAgent } from '/___testing___/commands.js';

/** @param {() => any} act @param {string} part */
const assert_refused = async (act, part) => {
    const message = await (async () => act())().then(() => 'nothing', (error) => error.message);
    assert_equals(message.includes(part), true, message);
};

promise_test(async (t) => {
    const style = document.createElement('style');
    style.textContent = 'p { color: red } @media (prefers-color-scheme: dark) { p { color: blue } } @media (prefers-reduced-motion: reduce) { p { opacity: 0.5 } }';
    document.head.append(style);
    const text = document.body.appendChild(document.createElement('p'));
    t.add_cleanup(() => { style.remove(); text.remove(); });
    const changes = /** @type {string[]} */ ([]);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.onchange = ({ matches }) => changes.push(String(matches));
    const shown = () => `${getComputedStyle(text).color} ${getComputedStyle(text).opacity}`;
    for (let count = 0; count < 3; count++) {
        await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        assert_equals(shown(), 'rgb(0, 0, 255) 0.5');
        await emulateMedia({ colorScheme: 'light' });
        assert_equals(shown(), 'rgb(255, 0, 0) 0.5');
        await emulateMedia({ reducedMotion: 'no-preference', media: 'screen', forcedColors: 'none' });
        assert_equals(shown(), 'rgb(255, 0, 0) 1');
    }
    assert_equals(changes.join(), 'true,false,true,false,true,false');
    await assert_refused(() => emulateMedia({ colorScheme: 'blue' }), 'colorScheme is dark or light or no-preference, not “blue”');
    await assert_refused(() => emulateMedia({ forcedColors: 'active' }), 'no forced colors');
    await assert_refused(() => emulateMedia({ media: 'print' }), 'medium screen alone');
}, 'media features change while the page runs');

promise_test(async () => {
    const usual = navigator.userAgent;
    const sent = async () => (await (await fetch('/___testing___/inspect')).json()).headers['user-agent'];
    for (const agent of ['Tester/1.0 (one)', 'Tester/2.0']) {
        await setUserAgent(agent);
        assert_equals(navigator.userAgent, agent);
        const frame = document.createElement('iframe');
        frame.src = 'resources/frame.html';
        const loaded = new Promise((resolve) => { frame.onload = resolve; });
        document.body.append(frame);
        await loaded;
        assert_equals(/** @type {any} */ (frame.contentWindow).navigator.userAgent, agent);
        frame.remove();
        if (location.protocol === 'https:') assert_equals(await sent(), agent);
    }
    await setUserAgent('');
    assert_equals(navigator.userAgent, usual);
    await assert_refused(() => setUserAgent('x'.repeat(5000)), 'too long');
    await assert_refused(() => setUserAgent(/** @type {any} */ (1)), '');
}, 'the user agent changes for documents and requests');

promise_test(async () => {
    const response = await fetch('/___testing___/');
    assert_equals(response.headers.get('Content-Type'), 'application/json');
    const { endpoints, modules } = await response.json();
    const { paths } = await (await fetch('/___testing___/paths')).json();
    const served = new Set(paths.map((/** @type {any} */ { path }) => path.replace(/\?.*/, '')).filter((/** @type {string} */ path) => path.startsWith('/___testing___/')));
    assert_equals(endpoints.map((/** @type {any} */ { path }) => path.replace(/\?.*/, '')).sort().join(), [...served].sort().join(), 'each endpoint that is served is in the list');
    for (const { path, answer } of endpoints) assert_equals(answer.length > 5, true, path);
    const find = (/** @type {string} */ name) => endpoints.find((/** @type {any} */ { path }) => path.startsWith(`/___testing___/${name}`));
    assert_equals(JSON.stringify(find('redirect')), '{"answer":"a redirect","isForOwnPage":false,"needsHeader":false,"path":"/___testing___/redirect?to=URL&status=N"}');
    assert_equals(`${find('screenshot').needsHeader} ${find('screenshot').isForOwnPage}`, 'true true');
    for (const module of modules) assert_equals((await fetch(`/___testing___/${module}`)).status, 200, module);
    assert_in_array('commands.js', modules);
}, 'the endpoints document themselves');

// Several origins are mapped: one may stand in for a CDN.

const cdn = 'https://cdn.example/library.mjs';

promise_test(async () => {
    const response = await fetch(cdn);
    assert_equals(response.type, 'cors');
    assert_equals(response.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    assert_true((await response.text()).includes('library'));
}, 'fetch reads a file of another mapped origin');

promise_test(async () => {
    assert_equals((await fetch(cdn, { mode: 'no-cors' })).type, 'opaque');
}, 'without CORS the answer is opaque');

promise_test(async () => {
    const { name } = await import(cdn);
    assert_equals(name, 'library');
}, 'a module is imported');

promise_test(async () => {
    const script = Object.assign(document.createElement('script'), { src: `${cdn}?again`, crossOrigin: 'anonymous', type: 'module' });
    const loaded = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }));
    document.head.append(script);
    await loaded;
    script.remove();
}, 'a script element loads it');

promise_test(async () => {
    const error = await fetch('http://cdn.example/library.mjs').catch((reason) => reason.name);
    assert_equals(error, 'TypeError');
}, 'http is another origin, and mixed content');

promise_test(async () => {
    const error = await fetch('https://nobody.invalid/').catch((reason) => reason.name);
    assert_equals(error, 'TypeError');
}, 'what is not mapped goes to the network');

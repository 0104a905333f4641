// CacheStorage: named caches of an origin.

promise_test(async () => {
    const names = ['b', '', 'a', 'ü 日本 \u0000', 'half \ud83d', '"quoted"'].map((name) => uniqueName('names') + name);
    names.push('"first', '\ud800');
    for (const name of names) {
        assert_false(await caches.has(name));
        assert_true(await caches.open(name) instanceof Cache);
        assert_true(await caches.has(name));
    }
    const keys = (await caches.keys()).filter((name) => names.includes(name));
    assert_array_equals(keys, names);
    for (const name of names) assert_true(await caches.delete(name));
    for (const name of names) assert_false(await caches.delete(name));
}, 'caches are known by their names, in the order they were made');

promise_test(async () => {
    const name = uniqueName('deleted');
    const held = await caches.open(name);
    await caches.delete(name);
    await held.put('/a', new Response('still'));
    assert_equals(await (await held.match('/a'))?.text(), 'still');
    const other = await caches.open(name);
    assert_not_equals(other, held);
    assert_equals((await other.keys()).length, 0);
    assert_equals((await held.keys()).length, 1);
    await caches.delete(name);
}, 'a deleted cache works for those who hold it');

promise_test(async () => {
    const names = [uniqueName('first'), uniqueName('second')];
    const path = `/${names[0]}`;
    for (const name of names) await (await caches.open(name)).put(path, new Response(name));
    assert_equals(await (await caches.match(path))?.text(), names[0]);
    assert_equals(await (await caches.match(path, { cacheName: names[1] }))?.text(), names[1]);
    assert_equals(await caches.match(path, { cacheName: 'nowhere' }), undefined);
    assert_equals(await caches.match('/nowhere'), undefined);
    for (const name of names) await caches.delete(name);
}, 'match looks through all caches, or one');

promise_test(async (t) => {
    for (const name of /** @type {const} */ (['open', 'has', 'delete', 'match'])) {
        const method = /** @type {any} */ (caches)[name];
        assert_equals(method.length, 1);
        await promise_rejects_js(t, TypeError, method.call(caches));
        await promise_rejects_js(t, TypeError, method.call({}, 'x'));
    }
    assert_equals(caches, self.caches);
    assert_true(caches instanceof CacheStorage);
    assert_equals(`${caches}`, '[object CacheStorage]');
    assert_throws_js(TypeError, () => new CacheStorage());
    assert_throws_js(TypeError, () => new Cache());
    assert_array_equals(Object.keys(Cache.prototype).sort(), ['add', 'addAll', 'delete', 'keys', 'match', 'matchAll', 'put']);
}, 'the interfaces are as Web IDL has them');

promise_test(async (t) => {
    const frame = await addFrame(t, 'resources/frame.html');
    const name = uniqueName('frames');
    const inner = await frame.contentWindow.caches.open(name);
    await inner.put('/a', new frame.contentWindow.Response('from the frame'));
    const outer = await caches.open(name);
    assert_equals(await (await outer.match('/a'))?.text(), 'from the frame');
    await outer.put(new frame.contentWindow.Request('/b'), new frame.contentWindow.Response('theirs'));
    assert_equals(await (await inner.match('/b'))?.text(), 'theirs');
    frame.remove();
    assert_equals((await outer.keys()).length, 2);
    await caches.delete(name);
}, 'frames of an origin share its caches');

promise_test(async (t) => {
    const { contentWindow } = await addFrame(t, 'resources/frame.html');
    const name = uniqueName('followed');
    const cache = await caches.open(name);
    t.add_cleanup(() => caches.delete(name));
    const target = new URL('resources/frame.html', location.href).href;
    const from = endpoint(`redirect?to=${encodeURIComponent(target)}`);
    for (const owner of [self, contentWindow]) {
        await cache.put('/followed', await owner.fetch(from));
        const { type, redirected, status, url } = /** @type {Response} */ (await cache.match('/followed'));
        assert_array_equals([type, redirected, status, url], ['basic', true, 200, target], owner === self ? 'of the page' : 'of a frame');
    }
}, 'an entry shows the redirects that its response followed, also that of a frame');

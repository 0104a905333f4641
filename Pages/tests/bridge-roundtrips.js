// Commands go up as messages, their replies come down the page's event stream: every one, each to its own caller.

promise_test(async () => {
    for (let index = 0; index < 1000; index += 1) assert_equals(await SWWebView.send('/ping', index), index);
}, '1,000 round trips, one after the other');

promise_test(async () => {
    /** @type {number[]} */
    const order = [];
    const replies = await Promise.all(
        Array.from({ length: 3000 }, async (_, index) => {
            const reply = await SWWebView.send('/ping', { index, text: `reply ${index}` });
            order.push(index);
            return reply;
        })
    );
    assert_equals(replies.length, 3000);
    replies.forEach((reply, index) => {
        assert_equals(reply.index, index);
        assert_equals(reply.text, `reply ${index}`);
    });
    assert_array_equals(order, Array.from({ length: 3000 }, (_, index) => index), 'answered in the order they were sent');
}, '3,000 round trips at once, each answered to its caller, in order');

promise_test(async () => {
    for (const value of [null, true, false, 0, -1, 1.5, 2 ** 53 - 1, -(2 ** 53 - 1), 1e-7, 1e21, 5e-324, '', 'text']) {
        assert_equals(await SWWebView.send('/ping', value), value);
    }
}, 'null, booleans, numbers and strings come back as they are');

promise_test(async () => {
    const texts = [
        'ASCII',
        'é ß ø ÿ',
        '日本語 한국어 العربية עברית',
        '👩‍👩‍👧‍👦 🇩🇪 𝒳',
        '"quotes" \\ / \b \f \n \r \t',
        '\u0000 \u0001 \u001f \u007f',
        '\u2028 \u2029 \ufeff \ufffe \uffff',
        'e\u0301 is not \u00e9',
        'event: other\ndata: {"promiseIndex":0}\n\n',
        '</script><!--',
    ];
    for (const text of texts) assert_equals(await SWWebView.send('/ping', text), text);
    assert_array_equals(await SWWebView.send('/ping', texts), texts);
}, 'text of every kind comes back unchanged, line ends and separators too');

promise_test(async () => {
    const value = {
        list: [1, [2, [3, [4]]], []],
        'key with "quotes" and ü': { empty: {}, nothing: null },
        '': 'an empty key',
        __proto__x: 1,
        mixed: [null, true, 'a', { b: [0.1, -0] }],
    };
    assert_equals(JSON.stringify(sorted(await SWWebView.send('/ping', value))), JSON.stringify(sorted(value)));
}, 'nested values come back whole');

promise_test(async () => {
    let deep = /** @type {unknown} */ ('bottom');
    for (let depth = 0; depth < 100; depth += 1) deep = depth % 2 ? [deep] : { deep };
    assert_equals(JSON.stringify(await SWWebView.send('/ping', deep)), JSON.stringify(deep));
}, 'a value 100 levels deep comes back whole');

promise_test(async () => {
    const text = 'megabyte-ü-𝒳'.repeat(80_000).slice(0, 1_000_000);
    const reply = await SWWebView.send('/ping', text);
    assert_equals(reply.length, text.length);
    assert_true(reply === text, 'the text is the same');
}, 'a string of 1 MB comes back whole');

promise_test(async () => {
    const sizes = [1, 4095, 4096, 8191, 8192, 8193, 65_535, 65_536, 65_537];
    const replies = await Promise.all(sizes.map((size) => SWWebView.send('/ping', 'x'.repeat(size))));
    assert_array_equals(replies.map((reply) => reply.length), sizes);
}, 'replies around the sizes of buffers come back whole');

promise_test(async () => {
    assert_equals(await SWWebView.send('/ping'), null);
    assert_equals(await SWWebView.send('/ping', undefined), null);
}, 'a command without a body is answered with null');

test(() => {
    assert_true(SWWebView.send('/ping') instanceof Promise);
    assert_false(Object.keys(window).includes('SWWebView'), 'not among the window’s enumerable names');
    assert_false(Object.getOwnPropertyDescriptor(window, 'SWWebView')?.enumerable ?? true);
}, 'SWWebView.send answers with a promise, and SWWebView is not enumerable');

/**
 * The same value with its keys in order.
 * @param {any} value
 * @returns {any}
 */
function sorted(value) {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

promise_test(async () => {
    for (const character of ['x', '\n', '\u00e9', '\ud83d\ude00', '"']) {
        const text = character.repeat(1 << 20);
        assert_true(await SWWebView.send('/ping', text) === text, JSON.stringify(character));
    }
    const list = Array.from({ length: 10_000 }, (_, index) => ({ index, text: `entry ${index} \u65e5` }));
    const echo = await SWWebView.send('/ping', list);
    assert_equals(echo.length, list.length);
    assert_equals(echo[9999].text, list[9999].text);
    await Promise.all([200_000, 100_000, 70_000, 10].map(async (size) =>
        assert_equals((await SWWebView.send('/ping', `${size}`.repeat(size))).length, `${size}`.length * size)));
}, 'replies of any length come back whole', { timeout: 'long' });

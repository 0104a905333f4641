// Responses arrive as they are made, not when they are whole.

/** Reads a slow response. @returns {Promise<number>} the number of pieces that its body came in */
const piecesOfSlowResponse = async () => {
    const response = await fetch(endpoint('slow?chunks=20'), { cache: 'no-store' });
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let text = '';
    let pieces = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        text += decoder.decode(piece.value, { stream: true });
        pieces += 1;
    }
    assert_equals(text, Array.from({ length: 20 }, (_, index) => `chunk ${index}\n`).join(''));
    return pieces;
};

promise_test(async () => {
    // A process that gets no time while the response is made finds all of it at once.
    let pieces = 1;
    for (let attempt = 0; attempt < 5 && pieces === 1; attempt += 1) pieces = await piecesOfSlowResponse();
    assert_greater_than(pieces, 1, 'the body came in more than one piece');
}, 'a fetch reads the chunks of a slow response as they come');

promise_test(async () => {
    const request = new XMLHttpRequest();
    request.open('GET', endpoint('slow?chunks=20'));
    /** @type {number[]} */
    const lengths = [];
    request.onprogress = () => lengths.push(request.responseText.length);
    const loaded = new Promise((resolve) => (request.onload = resolve));
    request.send();
    await loaded;
    assert_equals(request.responseText.split('\n').length, 21);
    assert_greater_than(lengths.length, 0);
    for (let index = 1; index < lengths.length; index += 1) {
        assert_greater_than_equal(Number(lengths[index]), Number(lengths[index - 1]));
    }
}, 'XMLHttpRequest reports progress of a slow response');

promise_test(async () => {
    const response = await fetch(endpoint('bytes?length=100000'), { cache: 'no-store' });
    const copy = response.clone();
    const [first, second] = await Promise.all([readInto(response, 100_000), readInto(copy, 100_000)]);
    const expected = await sha256(patternBytes(100_000));
    assert_equals(await sha256(first), expected);
    assert_equals(await sha256(second), expected);
}, 'a response and its clone can both be read');

promise_test(async () => {
    const response = await fetch(endpoint('redirect?to=' + encodeURIComponent(endpoint('bytes?length=10'))));
    assert_equals(response.status, 200);
    assert_array_equals(await readInto(response, 10), patternBytes(10));
}, 'a redirect to an absolute URL is followed natively');

promise_test(async () => {
    const response = await fetch(endpoint('redirect?to=' + encodeURIComponent('/resources/types/sample.txt')));
    assert_equals(response.status, 200);
    assert_equals(await response.text(), 'abcdefghijklmnopqrstuvwxyz');
}, 'a redirect to a path is followed natively');

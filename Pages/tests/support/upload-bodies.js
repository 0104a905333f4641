// Every kind of request body, with the bytes and the content type a browser sends for it.

/**
 * @typedef {object} BodyCase
 * @property {string} name
 * @property {() => any} make
 * @property {Uint8Array | ((boundary: string) => Uint8Array)} bytes given the boundary for a multipart body
 * @property {string | null | RegExp} type the Content-Type; null where there is none
 */

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);

/** @param {...(Uint8Array | string)} parts */
const joined = (...parts) => {
    const arrays = parts.map((part) => (typeof part === 'string' ? utf8(part) : part));
    const bytes = new Uint8Array(arrays.reduce((length, array) => length + array.length, 0));
    let offset = 0;
    for (const array of arrays) {
        bytes.set(array, offset);
        offset += array.length;
    }
    return bytes;
};

const MULTIPART = /^multipart\/form-data; ?boundary=([-0-9A-Za-z'_.]{8,70})$/;

/**
 * A multipart body as https://html.spec.whatwg.org/#multipart-form-data has it.
 * @param {string} boundary
 * @param {[disposition: string, type: string | null, content: Uint8Array | string][]} entries
 */
const multipart = (boundary, entries) =>
    joined(
        ...entries.flatMap(([disposition, type, content]) => [
            `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`,
            type === null ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
            content,
            '\r\n',
        ]),
        `--${boundary}--\r\n`
    );

/** @param {[name: string, value: any, filename?: string][]} entries */
const formData = (entries) => {
    const form = new FormData();
    for (const [name, value, filename] of entries) {
        if (filename === undefined) form.append(name, value);
        else form.append(name, value, filename);
    }
    return form;
};

const TEXT = 'text/plain;charset=UTF-8';
const unicode = 'Grüße, 世界 👋\r\n\u0000 end';

/** @type {BodyCase[]} */
const bodyCases = [
    { name: 'a string', make: () => unicode, bytes: utf8(unicode), type: TEXT },
    { name: 'an empty string', make: () => '', bytes: utf8(''), type: TEXT },
    { name: 'a string with a lone surrogate', make: () => 'a\ud800b', bytes: utf8('a\ufffdb'), type: TEXT },
    { name: 'an ArrayBuffer', make: () => everyByte.slice().buffer, bytes: everyByte, type: null },
    { name: 'an empty ArrayBuffer', make: () => new ArrayBuffer(0), bytes: utf8(''), type: null },
    { name: 'a Uint8Array with an offset', make: () => everyByte.subarray(10, 200), bytes: everyByte.slice(10, 200), type: null },
    {
        name: 'a Float64Array with an offset',
        make: () => new Float64Array(everyByte.slice().buffer, 16, 3),
        bytes: everyByte.slice(16, 40),
        type: null,
    },
    {
        name: 'a DataView',
        make: () => new DataView(everyByte.slice().buffer, 5, 50),
        bytes: everyByte.slice(5, 55),
        type: null,
    },
    {
        name: 'URLSearchParams',
        make: () => new URLSearchParams([['a', '1 2'], ['b', 'ü&='], ['a', '*-._~']]),
        bytes: utf8('a=1+2&b=%C3%BC%26%3D&a=*-._%7E'),
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
    },
    {
        name: 'FormData with text only',
        make: () => formData([['a', '1'], ['b "q"\r\nn', 'one\ntwo\r\nthree\rü'], ['a', '']]),
        bytes: (boundary) =>
            multipart(boundary, [
                ['name="a"', null, '1'],
                ['name="b %22q%22%0D%0An"', null, 'one\r\ntwo\r\nthree\r\nü'],
                ['name="a"', null, ''],
            ]),
        type: MULTIPART,
    },
    { name: 'FormData without entries', make: () => new FormData(), bytes: (boundary) => multipart(boundary, []), type: MULTIPART },
    {
        name: 'FormData with files',
        make: () =>
            formData([
                ['note', 'a note'],
                ['file', new File([everyByte], 'bytes.bin', { type: 'application/x-bytes' })],
                ['file', new File(['plain'], 'no type')],
                ['blob', new Blob(['blob'], { type: 'text/x-blob' })],
                ['named', new Blob(['named']), 'given name.txt'],
                ['empty', new File([], 'empty.txt', { type: 'text/plain' })],
            ]),
        bytes: (boundary) =>
            multipart(boundary, [
                ['name="note"', null, 'a note'],
                ['name="file"; filename="bytes.bin"', 'application/x-bytes', everyByte],
                ['name="file"; filename="no type"', 'application/octet-stream', 'plain'],
                ['name="blob"; filename="blob"', 'text/x-blob', 'blob'],
                ['name="named"; filename="given name.txt"', 'application/octet-stream', 'named'],
                ['name="empty"; filename="empty.txt"', 'text/plain', ''],
            ]),
        type: MULTIPART,
    },
    {
        name: 'FormData with file names of unicode, quotes and line ends',
        make: () =>
            formData([
                ['f', new File(['1'], 'Grüße 世界 👋.txt')],
                ['f', new File(['2'], '"quoted" \\ \'single\'.txt')],
                ['f"\n', new File(['3\n4'], 'line\r\nend.txt', { type: 'text/plain' })],
                ['ü', new Blob(['5']), '../../etc/passwd'],
            ]),
        bytes: (boundary) =>
            multipart(boundary, [
                ['name="f"; filename="Grüße 世界 👋.txt"', 'application/octet-stream', '1'],
                ['name="f"; filename="%22quoted%22 \\ \'single\'.txt"', 'application/octet-stream', '2'],
                ['name="f%22%0D%0A"; filename="line%0D%0Aend.txt"', 'text/plain', '3\n4'],
                ['name="ü"; filename="../../etc/passwd"', 'application/octet-stream', '5'],
            ]),
        type: MULTIPART,
    },
    { name: 'a Blob', make: () => new Blob([everyByte, 'and text ü'], { type: 'Image/X-Thing' }), bytes: joined(everyByte, 'and text ü'), type: 'image/x-thing' },
    { name: 'a Blob without a type', make: () => new Blob(['no type']), bytes: utf8('no type'), type: null },
    { name: 'an empty Blob', make: () => new Blob([], { type: 'text/x-empty' }), bytes: utf8(''), type: 'text/x-empty' },
    {
        name: 'a slice of a Blob of Blobs',
        make: () => new Blob([new Blob(['0123456789']), new Blob([everyByte])]).slice(5, 20, 'text/x-slice'),
        bytes: joined('56789', everyByte.slice(0, 10)),
        type: 'text/x-slice',
    },
    {
        name: 'a File',
        make: () => new File([everyByte], 'ü.bin', { type: 'application/x-file' }),
        bytes: everyByte,
        type: 'application/x-file',
    },
    { name: 'null', make: () => null, bytes: utf8(''), type: null },
];

/**
 * Checks that the body arrived as a case sends it.
 * @param {BodyCase} bodyCase
 * @param {Uint8Array} bytes
 * @param {string | null | undefined} type
 */
const assertArrived = (bodyCase, bytes, type) => {
    let boundary = '';
    if (bodyCase.type instanceof RegExp) {
        assert_regexp_match(type, bodyCase.type, 'Content-Type');
        boundary = bodyCase.type.exec(String(type))?.[1] ?? '';
    } else {
        assert_equals(type ?? null, bodyCase.type, 'Content-Type');
    }
    const expected = typeof bodyCase.bytes === 'function' ? bodyCase.bytes(boundary) : bodyCase.bytes;
    if (boundary) {
        const decoder = new TextDecoder();
        assert_equals(decoder.decode(bytes), decoder.decode(expected), 'the multipart body as text');
    }
    assert_array_equals(bytes, expected, 'bytes');
};

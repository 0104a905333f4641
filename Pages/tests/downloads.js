// Links with the attribute `download`, attachments and answers that WebKit cannot show become downloads, which a test can look at. The
// page stays.

/** @param {Download} download */
const savedBytes = async ({ id }) => new Uint8Array(await (await fetch(endpoint(`download?id=${id}`))).arrayBuffer());

/** @param {Download} download */
const savedText = async (download) => new TextDecoder().decode(await savedBytes(download));

/**
 * Clicks a link that is in the document for the click.
 * @param {string} href
 * @param {string} name
 */
const clickLink = (href, name) => {
    const link = document.createElement('a');
    link.href = href;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
};

const attachment = (/** @type {string} */ name) => endpoint(`bytes?length=300&attachment=${name}`);

/** @param {Download} download @param {string} name */
const assertAttachment = async (download, name) => {
    assert_equals(download.error, undefined);
    assert_equals(download.name, name);
    assert_equals(download.type, 'application/octet-stream');
    assert_equals(download.length, 300);
    assert_array_equals(await savedBytes(download), patternBytes(300));
};

/** @type {Window & {isSame?: boolean}} */ (self).isSame = true;

/** The page is the same document, at the same address. */
const assertStays = () => {
    assert_true(/** @type {any} */ (self).isSame);
    assert_equals(location.pathname, '/downloads.html');
};

promise_test(async () => {
    const address = new URL('support/bytes.js', location.href).href;
    clickLink(address, 'notes.txt');
    const download = await nextDownload();
    assert_equals(download.error, undefined);
    assert_equals(download.name, 'notes.txt');
    assert_true(download.type.includes('javascript'), download.type);
    assert_equals(download.url, address);
    const text = await savedText(download);
    assert_equals(text, await (await fetch(address)).text());
    assert_equals(download.length, new TextEncoder().encode(text).length);
    assertStays();
}, 'a link with the attribute `download` is a download with the proposed name');

promise_test(async () => {
    clickLink(attachment('own.bin'), 'proposed.bin');
    await assertAttachment(await nextDownload(), 'own.bin');
    assertStays();
}, 'the name of the response has precedence');

promise_test(async (t) => {
    const url = URL.createObjectURL(new Blob(['one,two\n'], { type: 'text/csv' }));
    t.add_cleanup(() => URL.revokeObjectURL(url));
    clickLink(url, 'table.csv');
    const first = await nextDownload();
    assert_equals(first.error, undefined);
    assert_equals(first.name, 'table.csv');
    assert_equals(first.type, 'text/csv');
    assert_equals(await savedText(first), 'one,two\n');
    const detached = document.createElement('a');
    detached.href = url;
    detached.download = 'detached.csv';
    detached.click();
    assert_equals((await nextDownload()).name, 'detached.csv');
    assertStays();
}, 'a Blob is a download, also from a link outside of the document');

promise_test(async () => {
    clickLink('data:text/plain,a%20text', 'data.txt');
    const download = await nextDownload();
    assert_equals(download.name, 'data.txt');
    assert_equals(await savedText(download), 'a text');
    assertStays();
}, 'a data: address is a download');

promise_test(async () => {
    location.href = attachment('navigated.bin');
    await assertAttachment(await nextDownload(), 'navigated.bin');
    assertStays();
}, 'a navigation to an attachment is a download');

promise_test(async (t) => {
    const frame = document.createElement('iframe');
    t.add_cleanup(() => frame.remove());
    frame.hidden = true;
    frame.src = attachment('framed.bin');
    document.body.append(frame);
    await assertAttachment(await nextDownload(), 'framed.bin');
    assertStays();
}, 'an attachment in a hidden frame is a download');

promise_test(async (t) => {
    const frame = await addFrame(t, 'resources/frame.html');
    const document = frame.contentDocument;
    frame.contentWindow.location.href = endpoint('bytes?length=3');
    const download = await nextDownload();
    assert_equals(download.length, 3);
    assert_equals(frame.contentDocument, document);
}, 'an answer that WebKit cannot show is a download, and the frame keeps its document');

promise_test(async (t) => {
    const opened = /** @type {Window} */ (window.open(attachment('opened.bin')));
    t.add_cleanup(() => opened.close());
    await assertAttachment(await nextDownload(), 'opened.bin');
    assertStays();
}, 'an attachment in a window that the page opens is a download');

promise_test(async () => {
    const { error } = await (await fetch(endpoint('download?id=1000'))).json();
    assert_equals(error, 'there is no download 1000');
}, 'an unknown download is a 404');

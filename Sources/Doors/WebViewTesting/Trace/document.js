// Serialises the document for a trace: its elements with their style sheets, form values, open shadow trees and small pictures, and
// without its scripts. The text is for display in a sandboxed frame, so it need not be safe by itself.

const DOCUMENT_LIMIT = 900000;
const documentVoid = /^(area|base|br|col|embed|hr|img|input|source|track|wbr)$/;
/** Elements that are left out, or whose content no parser would read as elements. */
const documentLeftOut = /^(script|noscript|link|meta|base|object|embed|template|title)$/;
const documentRaw = /^(xmp|noembed|noframes|plaintext|frameset|frame|portal|fencedframe)$/;

/** @returns {{ html: string, url: string, width: number, height: number, scrollY: number }} */
const documentMoment = () => {
    const parts = /** @type {string[]} */ ([]);
    let size = 0;
    let pictures = 0;
    const isFull = () => size > DOCUMENT_LIMIT;
    const add = (/** @type {string} */ text) => {
        size += text.length;
        parts[parts.length] = text;
    };
    const escape = (/** @type {unknown} */ text) =>
        `${text}`.replace(/[&<>"]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? found);
    const attribute = (/** @type {string} */ name, /** @type {unknown} */ value) => add(` ${name}="${escape(value)}"`);

    /** @param {CSSStyleSheet} sheet */
    const addSheet = (sheet) => {
        try {
            let text = '';
            for (const rule of sheet.cssRules) {
                text += rule.cssText + '\n';
                if (text.length + size > DOCUMENT_LIMIT) break;
            }
            add(`<style>${text.replaceAll('</', '<\\/')}</style>`);
        } catch {
            // A style sheet of another origin cannot be read.
        }
    };

    /** @param {HTMLCanvasElement | HTMLImageElement} element @param {number} width @param {number} height */
    const pictureOf = (element, width, height) => {
        if (pictures >= 20 || width * height > 1 << 18 || !width || !height) return '';
        pictures += 1;
        try {
            if (element instanceof HTMLCanvasElement) return element.toDataURL();
            const canvas = document.createElement('canvas');
            canvas.width = width;
            canvas.height = height;
            canvas.getContext('2d')?.drawImage(element, 0, 0);
            return canvas.toDataURL();
        } catch {
            return '';
        }
    };

    /** @param {Element} element @param {string} name */
    const addAttributes = (element, name) => {
        for (const { name: own, value } of element.attributes) {
            const isShown = /^[\w:.-]+$/.test(own) && !/^(on|srcset$|srcdoc$|nonce$|ping$|autofocus$)/i.test(own);
            if (!isShown || /^(src|href|action|formaction|xlink:href|data|poster|background)$/i.test(own)) continue;
            if (element instanceof HTMLInputElement && /^(value|checked)$/.test(own)) continue;
            attribute(own, value);
        }
        if (element instanceof HTMLInputElement) {
            attribute('value', element.type === 'password' ? '•'.repeat(element.value.length) : element.value);
            if (element.checked) add(' checked');
        }
        if (element instanceof HTMLOptionElement && element.selected) add(' selected');
        if (name === 'a' && element.hasAttribute('href')) attribute('href', '#');
        if (element instanceof HTMLImageElement) {
            const data = pictureOf(element, element.naturalWidth, element.naturalHeight);
            if (data) attribute('src', data);
            else attribute('width', element.width), attribute('height', element.height);
        }
    };

    /** @param {Element} element */
    const addReplaced = (element) => {
        const { width, height } = element.getBoundingClientRect();
        const data = element instanceof HTMLCanvasElement ? pictureOf(element, element.width, element.height) : '';
        const style = `display:inline-block;width:${width}px;height:${height}px`;
        if (data) return add(`<img src="${escape(data)}" style="width:${width}px;height:${height}px" alt="">`);
        const source = element.getAttribute('src') ?? element.localName;
        add(`<span style="${style};outline:1px dashed #888;font:12px sans-serif;overflow:hidden">${escape(source)}</span>`);
    };

    /** @param {Node} parent @param {number} depth */
    const addChildren = (parent, depth) => {
        for (let node = parent.firstChild; node && !isFull(); node = node.nextSibling) addNode(node, depth);
    };

    /** @param {Node} node @param {number} depth */
    const addNode = (node, depth) => {
        if (node.nodeType === 3) return add(escape(/** @type {Text} */ (node).data));
        if (!(node instanceof Element) || depth > 400) return;
        const name = node.localName;
        if (node instanceof HTMLLinkElement && node.sheet) return addSheet(node.sheet);
        if (documentLeftOut.test(name)) return;
        if (/^(iframe|canvas|video|audio)$/.test(name)) return addReplaced(node);
        if (name === 'style') {
            const { sheet } = /** @type {HTMLStyleElement} */ (node);
            return sheet ? addSheet(sheet) : undefined;
        }
        const shown = /^[a-zA-Z][\w.-]*$/.test(name) && !documentRaw.test(name) ? name : 'span';
        add(`<${shown}`);
        addAttributes(node, name);
        add('>');
        if (documentVoid.test(shown)) return;
        const root = node.shadowRoot;
        if (root) {
            add('<template shadowrootmode="open">');
            for (const sheet of root.adoptedStyleSheets) addSheet(sheet);
            addChildren(root, depth + 1);
            add('</template>');
        }
        if (node instanceof HTMLTextAreaElement) add(`\n${escape(node.value)}`);
        else addChildren(node, depth + 1);
        add(`</${shown}>`);
    };

    const root = document.documentElement;
    const isQuirky = document.compatMode === 'BackCompat';
    if (!isQuirky) add('<!doctype html>');
    try {
        add('<html');
        addAttributes(root, 'html');
        add('>');
        for (let node = root.firstChild; node; node = node.nextSibling) {
            if (node === document.body) for (const sheet of document.adoptedStyleSheets) addSheet(sheet);
            addNode(node, 0);
        }
        if (isFull()) add('<p>…</p>');
    } catch {
        // The page has replaced parts of the DOM. The picture shows the rest.
    }
    return {
        html: parts.join(''), url: location.href, width: root.scrollWidth, height: root.scrollHeight,
        scrollY: Math.round(scrollY),
    };
};

// Compares the computed style of an element with declarations.

/** Values for a property that shows whether the property has an effect on an element. */
const CONTROLS = ['initial', 'inherit', '7px', '7', 'rgb(1, 2, 3)', 'none', 'block', 'solid', 'hidden', 'url(#control)'];

/**
 * The declarations, as properties and values. A shorthand has its longhands.
 * @param {any} wanted  a text of CSS, or an object
 * @returns {[string, string][]}
 */
const declarations = (wanted) => {
    const { style } = document.createElement('div');
    if (typeof wanted === 'string') style.cssText = wanted;
    else for (const [name, value] of Object.entries(wanted)) name.includes('-') ? style.setProperty(name, String(value)) : (/** @type {any} */ (style)[name] = String(value));
    return [...style].map((name) => [name, style.getPropertyValue(name)]);
};

/**
 * Returns the properties of declarations with the values that an element has, and those that it would have with the declarations. The
 * element itself shows them: lengths depend on its font, values on its other properties, and a probe beside it would change `:last-child`.
 * @param {any} element @param {any} wanted
 * @returns {{ name: string, now: string, then: string }[]}
 */
export const comparedStyle = (element, wanted) => {
    const list = declarations(wanted), attribute = element.getAttribute('style'), { style } = element;
    const computed = element.ownerDocument.defaultView.getComputedStyle(element);
    const before = list.map(([name]) => computed.getPropertyValue(name));
    const hasEffect = (/** @type {string} */ name, /** @type {string} */ value) => CONTROLS.some((control) => {
        style.setProperty(name, control, 'important');
        return computed.getPropertyValue(name) !== value;
    });
    try {
        style.setProperty('transition', 'none', 'important');
        for (const [name, value] of list) style.setProperty(name, value, 'important');
        const after = list.map(([name]) => computed.getPropertyValue(name));
        return list.map(([name, value], index) => {
            const now = before[index] ?? '', then = after[index] ?? '';
            // A width of an inline element, for example, is never what the declarations say.
            return { name, now, then: now === then && now !== value && !name.startsWith('--') && !hasEffect(name, then) ? value : then };
        });
    } finally {
        // WebKit removes no attribute that a change of `style` has not reached yet.
        element.setAttribute('style', attribute ?? '');
        if (attribute === null) element.removeAttribute('style');
    }
};

// The properties that the names of web_apis.json stand for. The part runs in documents and workers before their own scripts.

/**
 * Finds the properties that a name stands for: a global, or a member of an interface, static or not. A name that ends in `_static`
 * never stands for a member of the prototype. Some are in no kind of realm.
 * @param {string} api
 * @returns {{owner: any, name: string} | undefined}
 */
export const propertyOf = (api) => {
    const { hasOwnProperty } = Object.prototype;
    const has = (/** @type {any} */ owner, /** @type {string} */ name) => Reflect.apply(hasOwnProperty, owner, [name]);
    const dot = api.indexOf(".");
    if (dot < 0) {
        let owner = self;
        while (owner && !has(owner, api)) owner = Object.getPrototypeOf(owner);
        return owner ? { owner, name: api } : undefined;
    }
    const type = api.slice(0, dot), isStatic = api.endsWith("_static"), name = api.slice(dot + 1, isStatic ? -"_static".length : undefined);
    const known = /** @type {any} */ (self)[type] ?? (type === "Navigator" ? /** @type {any} */ (self).WorkerNavigator : undefined);
    if (known === undefined) return undefined;
    for (const owner of isStatic ? [known] : [known, known.prototype]) if (owner && has(owner, name)) return { owner, name };
    return undefined;
};

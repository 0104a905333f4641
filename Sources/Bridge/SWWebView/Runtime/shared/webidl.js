// Interfaces and event handler attributes as Web IDL and HTML define them, in plain JavaScript.
// Source: Web IDL, https://webidl.spec.whatwg.org/#js-interfaces

import {
    apply, bare, construct, create, defineProperty, getOwnPropertyDescriptor, keys, NativePromise, NativeTypeError,
    PrivateMap, PrivateWeakMap, uncurry,
} from "./primordials.js";
import { dispatch, eventTarget, listen, preventDefault, unlisten } from "./web_primordials.js";

/**
 * The text of functions that a browser has natively.
 * @type {WeakMap<Function, string>}
 */
const nativeTexts = new PrivateWeakMap();
export const functionText = uncurry(Function.prototype.toString);

/**
 * @template {Function} F
 * @param {F} method @param {string} name
 * @returns {F}
 */
export const looksNative = (method, name) => {
    nativeTexts.set(method, `function ${name}() {\n    [native code]\n}`);
    return method;
};

/**
 * Replaces a method, keeping how it looks.
 * @param {any} owner @param {string} name @param {Function} method
 */
export const replaceMethod = (owner, name, method) => {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (!descriptor) return;
    defineProperty(method, "length", { value: descriptor.value.length, configurable: true });
    defineProperty(owner, name, { ...descriptor, value: looksNative(method, name) });
};

/**
 * Replaces the getter of an attribute.
 * @param {any} owner @param {string} name @param {(object: any) => any} read
 */
export const replaceGetter = (owner, name, read) => {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (!descriptor) return;
    const { get } = /** @type {any} */ (getOwnPropertyDescriptor({ get [name]() { return read(this); } }, name));
    defineProperty(owner, name, { ...descriptor, get: looksNative(get, name) });
};

/**
 * Replaces the getter and the setter of an attribute.
 * @param {any} owner @param {string} name @param {(object: any) => any} read @param {(object: any, value: any) => void} write
 */
export const replaceAccessor = (owner, name, read, write) => {
    replaceGetter(owner, name, read);
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (!descriptor) return;
    const { set } = /** @type {any} */ (getOwnPropertyDescriptor({ set [name](/** @type {any} */ value) { write(this, value); } }, name));
    defineProperty(owner, name, { ...descriptor, set: looksNative(set, name) });
};

/**
 * Replaces a constructor, keeping its prototype.
 * @param {any} Native @param {(args: any[], make: (args: any[]) => any) => any} work
 */
export const replaceConstructor = (Native, work) => {
    const { name } = Native;
    const wrapped = new Proxy(Native, /** @type {any} */ ({
        __proto__: null,
        construct: (/** @type {any} */ target, /** @type {any[]} */ args, /** @type {any} */ newTarget) =>
            args.length ? work(args, (/** @type {any[]} */ next) => construct(target, next, newTarget)) : construct(target, args, newTarget),
    }));
    defineProperty(self, name, { .../** @type {any} */ (getOwnPropertyDescriptor(self, name)), value: looksNative(wrapped, name) });
    // The constructor of an audio element's prototype is HTMLAudioElement, not Audio.
    if (Native.prototype.constructor === Native) defineProperty(Native.prototype, "constructor", { value: wrapped, writable: true, configurable: true });
};

export const resolvedPromise = NativePromise.resolve.bind(NativePromise);
export const rejectedPromise = NativePromise.reject.bind(NativePromise);

/**
 * @param {(object: any, args: any[]) => any} work @param {any} object @param {any[]} args
 * @returns {Promise<any>}  The promise that the work returns, or one; rejects where it throws.
 */
export const promised = (work, object, args) => {
    try {
        return resolvedPromise(work(object, args));
    } catch (error) {
        return rejectedPromise(error);
    }
};

/**
 * The objects of events. WebKit keeps an event's target and ports, but not the JavaScript objects that stand for them.
 * @type {WeakMap<Event, any>}
 */
const objectsOfEvents = new PrivateWeakMap();

/**
 * Keeps an object as long as a script can reach it through an event.
 * @param {Event} event @param {any} object
 */
export const keep = (event, object) => { objectsOfEvents.set(event, object); };

/**
 * Dispatches an event at one of the runtime's objects.
 * @param {any} target @param {Event} event
 */
export const fire = (target, event) => {
    keep(event, target);
    dispatch(target, event);
};

/**
 * @typedef {{object?: any, handlers?: Map<string, {callback: any, listener: any}>, [name: string]: any}} InterfaceState
 * @typedef {[number, (this: any, ...args: any[]) => any]} InterfaceOperation  How many arguments it needs, and what it does.
 */

/**
 * Source: HTML, "event handler IDL attributes", https://html.spec.whatwg.org/#event-handler-idl-attributes
 * @param {InterfaceState} state @param {string} type @param {unknown} value
 */
export const setHandler = (state, type, value) => {
    const handlers = state.handlers ??= new PrivateMap();
    const handler = handlers.get(type);
    const isObject = typeof value === "function" || typeof value === "object" && value !== null;
    if (!isObject) {
        if (handler) unlisten(state.object, type, handler.listener);
        handlers.delete(type);
    } else if (handler) {
        handler.callback = value;
    } else {
        const added = {
            callback: value,
            /** @param {Event} event */
            listener: (event) => {
                if (typeof added.callback !== "function") return;
                if (apply(added.callback, eventTarget(event), [event]) === false) preventDefault(event);
            },
        };
        handlers.set(type, added);
        listen(state.object, type, added.listener);
    }
};

/** @typedef {(object: any, args: any[]) => any} MemberRun  Runs a member on an object; throws for an object of another interface. */

/**
 * The key of the function that runs an interface's members on the objects of the realm. Each realm has the states of its own objects only,
 * but a script calls its members on objects of other windows of its origin, too. What they do then is relative to the object's window.
 * Source: HTML, "relevant realm", https://html.spec.whatwg.org/multipage/webappapis.html#concept-relevant-everything
 */
const memberKey = Symbol.for("SWWebView.member");

/**
 * Lets other realms run the members of an interface on the objects of this one.
 * @param {object} prototype @param {string} name
 * @param {(member: string, object: any, args: any[]) => {value: any} | undefined} run  Returns undefined for a member that the interface
 *     lacks, and for an object of another realm.
 */
export const runsForOthers = (prototype, name, run) => {
    const answer = (/** @type {string} */ asked, /** @type {string} */ member, /** @type {any} */ object, /** @type {any[]} */ args) =>
        asked === name ? run(member, object, args) : undefined;
    defineProperty(prototype, memberKey, { value: answer });
};

/**
 * Runs a member on an object of another window's realm. Returns undefined where there is no such object. Objects of another origin's windows
 * are out of a script's reach.
 * @param {any} object @param {string} name  The interface. @param {string} member @param {any[]} args
 * @returns {{value: any} | undefined}
 */
export const runElsewhere = (object, name, member, args) => {
    let run;
    try {
        run = object[memberKey];
    } catch {
        // Nothing, or the window of another origin.
    }
    return typeof run === "function" ? run(name, member, object, args) : undefined;
};

/**
 * Defines an interface. In getters and operations `this` is the state that `make` was given.
 * @param {string} name
 * @param {object} members
 * @param {{length: number, begin: (args: any[]) => InterfaceState, begun: (state: InterfaceState) => void}} [members.constructs]
 *     Makes the state of an object that a script constructs, and is told when there is the object. Without it, scripts construct none.
 * @param {any} [members.inherits]  A native interface.
 * @param {Record<string, (this: any) => any>} [members.attributes]
 * @param {Record<string, (this: any) => any>} [members.promiseAttributes]  Reject where others throw.
 * @param {Record<string, ((this: any) => void) | undefined>} [members.handlers]  By event type; what to do once one was set.
 * @param {Record<string, InterfaceOperation>} [members.operations]
 * @param {Record<string, InterfaceOperation>} [members.promises]  Operations that reject where others throw.
 */
export const defineInterface = (name, { constructs, inherits, attributes = {}, promiseAttributes = {}, handlers = {}, operations = {}, promises = {} }) => {
    /** @type {WeakMap<object, InterfaceState>} */
    const states = new PrivateWeakMap();
    const illegal = () => new NativeTypeError("Illegal constructor");
    const Interface = /** @type {any} */ (inherits
        ? { [name]: class extends inherits {
            constructor(/** @type {any[]} */ ...args) {
                if (!constructs) throw illegal();
                if (args.length < constructs.length) throw new NativeTypeError("Not enough arguments");
                const state = constructs.begin(args);
                super();
                state.object = this;
                states.set(this, state);
                constructs.begun(state);
            }
        } }
        : { [name]: class { constructor() { throw illegal(); } } })[name];
    const { prototype } = Interface;
    looksNative(Interface, name);
    if (constructs) defineProperty(Interface, "length", { value: constructs.length, configurable: true });

    /** @type {Record<string, (state: InterfaceState, args: any[]) => any>} */
    const members = /** @type {any} */ ({ __proto__: null });
    /**
     * Returns the function that runs a member on an object, in the object's realm.
     * @param {string} member @param {string} complaint @param {(state: InterfaceState, args: any[]) => any} work
     * @returns {MemberRun}
     */
    const runOf = (member, complaint, work) => {
        members[member] = work;
        return (object, args) => {
            const state = states.get(object);
            if (state) return work(state, args);
            const found = runElsewhere(object, name, member, args);
            if (!found) throw new NativeTypeError(`${complaint} on instances of ${name}`);
            return found.value;
        };
    };
    runsForOthers(prototype, name, (member, object, args) => {
        const state = states.get(object), work = members[member];
        return state && work && { value: work(state, args) };
    });

    /** @param {string} attribute @param {PropertyDescriptor} accessors */
    const addAttribute = (attribute, { get, set }) => {
        for (const accessor of /** @type {Function[]} */ ([get, set])) if (accessor) looksNative(accessor, attribute);
        defineProperty(prototype, attribute, { get, set, enumerable: true, configurable: true });
    };
    /** @param {object} holder @param {string} attribute */
    const accessors = (holder, attribute) => /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(holder, attribute));
    /** @param {string} attribute @param {(state: InterfaceState) => any} read */
    const getterRun = (attribute, read) => runOf(attribute, `The ${name}.${attribute} getter can only be used`, read);

    for (const attribute of keys(attributes)) {
        const run = getterRun(attribute, (state) => apply(attributes[attribute], state, []));
        addAttribute(attribute, accessors({ get [attribute]() { return run(this, []); } }, attribute));
    }
    for (const attribute of keys(promiseAttributes)) {
        const run = getterRun(attribute, (state) => apply(promiseAttributes[attribute], state, []));
        addAttribute(attribute, accessors({
            get [attribute]() {
                try {
                    return run(this, []);
                } catch (error) {
                    return rejectedPromise(error);
                }
            },
        }, attribute));
    }
    for (const type of keys(handlers)) {
        const attribute = `on${type}`;
        const read = getterRun(attribute, (state) => state.handlers && state.handlers.get(type)?.callback || null);
        const write = runOf(`set ${attribute}`, `The ${name}.${attribute} setter can only be used`, (state, { 0: value }) => {
            setHandler(state, type, value);
            const afterwards = handlers[type];
            if (afterwards) apply(afterwards, state, []);
        });
        addAttribute(attribute, accessors({
            get [attribute]() { return read(this, []); },
            /** @param {any} value */
            set [attribute](value) { write(this, [value]); },
        }, attribute));
    }

    /** @param {string} operation @param {InterfaceOperation} definition @param {boolean} rejects */
    const addOperation = (operation, { 0: required, 1: work }, rejects) => {
        const run = runOf(operation, `Can only call ${name}.${operation}`, (state, args) => {
            if (args.length < required) throw new NativeTypeError("Not enough arguments");
            return apply(work, state, args);
        });
        const method = looksNative((rejects
            ? { [operation](/** @type {any[]} */ ...args) { return promised(run, this, args); } }
            : { [operation](/** @type {any[]} */ ...args) { return run(this, args); } })[operation], operation);
        defineProperty(method, "length", { value: required, configurable: true });
        defineProperty(prototype, operation, { value: method, writable: true, enumerable: true, configurable: true });
    };
    for (const operation of keys(operations)) addOperation(operation, operations[operation], false);
    for (const operation of keys(promises)) addOperation(operation, promises[operation], true);
    defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });

    return {
        Interface,
        /**
         * @param {InterfaceState} state
         * @returns {any}  The object, which the state knows as `object` from then on.
         */
        make(state) {
            bare(state).object = inherits ? construct(inherits, [], Interface) : create(prototype);
            states.set(state.object, state);
            return state.object;
        },
        /** @param {unknown} object @returns {any}  Undefined for what is not of this interface. */
        stateOf: (object) => states.get(/** @type {object} */ (object)),
    };
};

/** @param {any} Interface */
export const expose = (Interface) => {
    defineProperty(self, Interface.name, { value: Interface, writable: true, enumerable: false, configurable: true });
};

/** Makes the functions of the runtime tell their text as a browser's do. */
export const exposeFunctionText = () => {
    const { toString } = {
        /** @this {Function} */
        toString() { return nativeTexts.get(this) ?? functionText(this); },
    };
    replaceMethod(Function.prototype, "toString", toString);
};

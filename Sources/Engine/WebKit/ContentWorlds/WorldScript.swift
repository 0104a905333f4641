import Foundation

/// The script that gives a world what its configuration says. Pure.
enum WorldScript {
    /// A name that no page can guess: it marks handles on their way to the application, and names the table of the values.
    static let mark = "swwebview.\(UUID().uuidString)"

    /// Returns the script; nil for a world without more abilities. Running it again in a document changes nothing.
    static func source(handles: Bool, nodes: Bool) -> String? {
        guard handles || nodes else { return nil }
        return """
            (() => {
                const mark = "\(mark)";
                if (self[mark]) return;
                const { Map, TypeError, crypto } = self, values = new Map();
                const define = (target, name, value) => Object.defineProperty(target, name, { value, configurable: true, writable: true });
                define(self, mark, {
                    get: (id) => values.get(id), drop: (id) => values.delete(id),
                    window: (id) => { const value = values.get(id); return value === self ? "self" : value === top ? "top" : ""; },
                });
                if (!self.webkit) define(self, "webkit", {});
                const text = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
                \(handles ? Self.handles : "")
                \(nodes ? Self.nodes : "")
            })();
            """
    }

    private static let handles = """
        define(webkit, "createJSHandle", (value) => {
            if (value === null || typeof value !== "object" && typeof value !== "function")
                throw new TypeError("Only an object has a handle");
            const id = text(crypto.getRandomValues(new Uint8Array(16)));
            values.set(id, value);
            return { [mark]: { handle: id } };
        });
        """

    private static let nodes = """
        const written = (node, deep) => {
            const { nodeType: type } = node;
            const fact = { type };
            if (type === 1) {
                fact.name = [node.namespaceURI, node.prefix ? node.prefix + ":" + node.localName : node.localName];
                fact.attributes = Array.from(node.attributes, ({ namespaceURI, name, value }) => [namespaceURI, name, value]);
                if (deep && node.shadowRoot) fact.shadow = Array.from(node.shadowRoot.childNodes, (child) => written(child, true));
            } else if (type === 10) {
                fact.name = [node.name, node.publicId, node.systemId];
            } else if (type === 7) {
                fact.name = [node.target, node.data];
            } else if (type === 2) {
                fact.name = [node.namespaceURI, node.name, node.value];
            } else if (type === 3 || type === 4 || type === 8) {
                fact.data = node.data;
            }
            if (deep && node.childNodes.length)
                fact.children = Array.from(node instanceof HTMLTemplateElement ? node.content.childNodes : node.childNodes, (child) => written(child, true));
            return fact;
        };
        define(webkit, "serializeNode", (node, options) => {
            if (!(node instanceof Node)) throw new TypeError("Only a node can be serialized");
            return { [mark]: { node: JSON.stringify(written(node, Boolean(options && options.deep))) } };
        });
        """

    /// A function that makes the node that `serializeNode` has written.
    static let nodeMaker = """
        ((fact) => {
            const add = (parent, children) => { for (const child of children || []) parent.append(made(child)); };
            const made = ({ type, name, attributes, shadow, data, children }) => {
                let node;
                if (type === 1) node = document.createElementNS(...name);
                else if (type === 2) { node = document.createAttributeNS(name[0], name[1]); node.value = name[2]; }
                else if (type === 3) node = document.createTextNode(data);
                else if (type === 4) node = new Document().createCDATASection(data);
                else if (type === 7) node = document.createProcessingInstruction(...name);
                else if (type === 8) node = document.createComment(data);
                else if (type === 9) node = new Document();
                else if (type === 10) node = document.implementation.createDocumentType(...name);
                else node = document.createDocumentFragment();
                for (const [namespace, key, value] of attributes || []) node.setAttributeNS(namespace, key, value);
                if (shadow) add(node.attachShadow({ mode: "open" }), shadow);
                add(node instanceof HTMLTemplateElement ? node.content : node, children);
                return node;
            };
            return made(fact);
        })
        """
}

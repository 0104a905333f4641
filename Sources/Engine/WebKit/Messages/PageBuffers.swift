/// The bytes that a controller offers to scripts, by world and name. Main actor only.
@MainActor
struct PageBuffers {
    private var buffers: [(world: WKContentWorld, name: String, data: Data)] = []

    nonisolated init() {}

    mutating func add(_ data: Data, name: String, to world: WKContentWorld) {
        remove(name: name, from: world)
        buffers.append((world, name, data))
    }

    mutating func remove(name: String, from world: WKContentWorld) {
        buffers.removeAll { $0.world === world && $0.name == name }
    }

    /// The scripts that offer the buffers, for all frames.
    var scripts: [WKUserScript] {
        buffers.map { buffer in
            WKUserScript(
                source: Self.script(buffer.name, buffer.data), injectionTime: .atDocumentStart, forMainFrameOnly: false,
                in: buffer.world)
        }
    }

    private static func script(_ name: String, _ data: Data) -> String {
        """
        (() => {
            const { atob, RangeError } = self, code = Function.prototype.call.bind(String.prototype.charCodeAt);
            const encoded = "\(data.base64EncodedString())", name = \(JavaScriptLiteral.string(name));
            if (!self.webkit) Object.defineProperty(self, "webkit", { value: {}, configurable: true, enumerable: true });
            if (!webkit.buffers) Object.defineProperty(webkit, "buffers", { value: {}, configurable: true, enumerable: true });
            const buffer = {
                asLatin1String() { return atob(encoded); },
                asUTF16String() {
                    const bytes = atob(encoded);
                    if (bytes.length % 2) throw new RangeError("Bad value");
                    let text = "";
                    for (let i = 0; i < bytes.length; i += 2)
                        text += String.fromCharCode(code(bytes, i) | code(bytes, i + 1) << 8);
                    return text;
                },
            };
            Object.defineProperty(webkit.buffers, name, { value: buffer, configurable: true, enumerable: true });
        })();
        """
    }
}

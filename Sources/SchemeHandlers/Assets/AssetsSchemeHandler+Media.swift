extension AssetsSchemeHandler {
    /// A script that says in the console that a `<video>` or `<audio>` of the scheme is not played, for a `WKUserScript` at document
    /// start. WebKitGTK gives media to a player that knows no custom schemes; on iOS they play.
    ///
    /// It sees the elements of documents; one that a script keeps to itself, such as `new Audio()`, has only the refusal of its
    /// `play()`.
    public static func mediaNotice(forURLScheme scheme: String) -> String {
        let name = scheme.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return """
            (() => {
                const told = new Set();
                const tell = (element) => {
                    const address = element.src;
                    if (!address.toLowerCase().startsWith("\(name):") || told.has(address)) return;
                    told.add(address);
                    console.warn(`${address} is not played: WebKitGTK loads media from no custom scheme. On iOS it plays.`);
                };
                const media = "audio[src], video[src], audio > source[src], video > source[src]";
                new MutationObserver((records) => {
                    for (const { target, addedNodes } of records) {
                        for (const node of [target, ...addedNodes]) {
                            if (!(node instanceof Element)) continue;
                            if (node.matches(media)) tell(node);
                            if (node !== target) node.querySelectorAll(media).forEach(tell);
                        }
                    }
                }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["src"] });
            })();
            """
    }
}

extension AssetsSchemeHandler {
    /// A script that says in the console why a `<video>` or `<audio>` of the scheme does not load, for a `WKUserScript` at
    /// document start. WebKitGTK gives media to a player that knows no custom schemes; on iOS they play.
    public static func mediaNotice(forURLScheme scheme: String) -> String {
        let name = scheme.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return """
            addEventListener("error", (event) => {
                const element = event.target;
                if (!(element instanceof HTMLMediaElement || element instanceof HTMLSourceElement)) return;
                const address = element.currentSrc || element.src;
                if (!address.toLowerCase().startsWith("\(name):")) return;
                console.warn(`${address} is not played: WebKitGTK loads media from no custom scheme; on iOS it plays. ` +
                    "For tests, map the folder to a local server.");
            }, true);
            """
    }
}

/// The script that asks a page whether a navigation is one of its frames'.
@MainActor
enum FrameQuestion {
    static let world = WKContentWorld.world(name: "SWWebView/frames")

    /// Returns a script whose result is a sum of two flags.
    ///
    /// The flag 1 means that a frame element of the page, or of an accessible frame, has the URL `url`. For a click on a link,
    /// it also means that a frame has the focus. The flag 2 means that every link to the URL has the `download` attribute.
    static func script(url: String, isLink: Bool) -> String {
        """
        (() => {
            const url = \(JavaScriptLiteral.string(url));
            const isHere = (document) => {
                for (const frame of document.querySelectorAll("iframe,frame,object,embed")) {
                    if ((frame.src || frame.data) === url) return true;
                    try { if (frame.contentDocument && isHere(frame.contentDocument)) return true; } catch {}
                }
                return false;
            };
            const links = (document) => {
                const found = [...document.querySelectorAll("a[href],area[href]")].filter((link) => link.href === url);
                for (const frame of document.querySelectorAll("iframe,frame")) {
                    try { if (frame.contentDocument) found.push(...links(frame.contentDocument)); } catch {}
                }
                return found;
            };
            const found = \(isLink) ? links(document) : [];
            const isDownload = found.length > 0 && found.every((link) => link.hasAttribute("download"));
            const focused = document.activeElement && document.activeElement.localName;
            const isFrame = isHere(document) || \(isLink) && (focused === "iframe" || focused === "frame");
            return (isFrame ? 1 : 0) + (isDownload ? 2 : 0);
        })()
        """
    }
}

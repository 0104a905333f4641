/// The script that asks a page whether a navigation is one of its frames'.
@MainActor
enum FrameQuestion {
    static let world = WKContentWorld.world(name: "SWWebView/frames")

    /// True where a frame element of the page, or of a frame it can look into, has `url` as its address; for a click on a
    /// link, also where the focus is in a frame.
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
            const focused = document.activeElement && document.activeElement.localName;
            return isHere(document) || \(isLink) && (focused === "iframe" || focused === "frame");
        })()
        """
    }
}

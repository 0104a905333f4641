/// `navigator.onLine` as the view's options, or a switch, say.
package enum OnlineScript {
    private static let event = "swwebview-online"

    /// What defines it, for every frame.
    package static func source(isOnline: Bool) -> String {
        """
        {
            let isOnline = \(isOnline);
            Object.defineProperty(Navigator.prototype, "onLine", {
                get() { return isOnline; }, enumerable: true, configurable: true,
            });
            addEventListener("\(event)", (event) => {
                if (event.detail === isOnline) return;
                isOnline = event.detail === true;
                dispatchEvent(new Event(isOnline ? "online" : "offline"));
            }, true);
        }
        """
    }

    /// What turns it over in a page, which hears of it.
    package static func change(isOnline: Bool) -> String {
        "dispatchEvent(new CustomEvent(\"\(event)\", { detail: \(isOnline) })); null"
    }
}

/// The permission of pages to follow the device's orientation and motion, by origin.
///
/// WebKitGTK has neither the events' interfaces nor the permission. A script in each document defines them, and asks by events with secret
/// names on an object that all script worlds share: a script in a world of its own hears them.
@MainActor
struct MotionPermission {
    /// The beginning of the events' names, which a window shares with its opener, as it does the scripts.
    let secret: String
    /// The decisions so far, by the origin as it is written in an address.
    var decisions: [String: Bool] = [:]
    static let world = WKContentWorld.world(name: "SWWebView/motion")
    /// The name of the listening script's handler, which only ``world`` has.
    static let handlerName = "swwebviewMotion"

    init(ofOpener opener: MotionPermission?) { secret = opener?.secret ?? UUID().uuidString }

    /// Returns the scripts for each document. Where nobody listens, the interfaces deny.
    func scripts(isHeard: Bool) -> [WKUserScript] {
        let interfaces = WKUserScript(
            source: MotionScript.interfaces(secret: secret), injectionTime: .atDocumentStart, forMainFrameOnly: false)
        guard isHeard else { return [interfaces] }
        let listener = WKUserScript(
            source: MotionScript.listener(secret: secret, handler: Self.handlerName), injectionTime: .atDocumentStart,
            forMainFrameOnly: false, in: Self.world)
        return [listener, interfaces]
    }
}

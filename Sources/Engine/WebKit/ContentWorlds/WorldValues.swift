/// Finds the handles and nodes in the values of a configured world. Main actor only.
@MainActor
struct WorldValues {
    let frame: WKFrameInfo
    let world: WKContentWorld
    let webView: WKWebView

    /// Returns a value with the handles and nodes in place of their marks.
    func resolved(_ value: Any?) -> Any? {
        if let members = value as? [String: Any] { return marked(members) ?? members.mapValues { inner($0) } }
        if let elements = value as? [Any] { return elements.map { inner($0) } }
        return value
    }

    // The containers inside another one hold `AnyHashable` values, as `JavaScriptValue` has them.
    private func inner(_ value: Any) -> AnyHashable {
        let plain = (value as? AnyHashable)?.base ?? value
        if let members = plain as? [String: AnyHashable] {
            if let object = marked(members) { return AnyHashable(object) }
            return members.mapValues { inner($0) } as [String: AnyHashable]
        }
        if let elements = plain as? [AnyHashable] { return elements.map { inner($0) } as [AnyHashable] }
        return (plain as? AnyHashable) ?? (value as? AnyHashable) ?? AnyHashable(NSNull())
    }

    private func marked(_ members: [String: Any]) -> NSObject? {
        guard members.count == 1, let found = members[WorldScript.mark] else { return nil }
        let facts = (found as? [String: Any]) ?? ((found as? AnyHashable)?.base as? [String: Any]) ?? [:]
        if let id = facts["handle"] as? String {
            return WKJSHandle(id: id, frame: frame, world: world, webView: webView)
        }
        return (facts["node"] as? String).map { WKJSSerializedNode(text: $0) }
    }
}

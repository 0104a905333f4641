extension WKContentWorld {
    /// The additional abilities of a world's scripts. Apple API. Main actor only. Unlike on iOS closed shadow roots, autofill and user
    /// info of elements have no effect.
    ///
    /// ```swift
    /// let configuration = WKContentWorld.Configuration()
    /// configuration.jsHandleCreationEnabled = true
    /// let world = WKContentWorld(configuration: configuration)
    /// let button = try await webView.evaluateJavaScript(
    ///     "webkit.createJSHandle(document.querySelector('button'))", contentWorld: world) as? WKJSHandle
    /// ```
    ///
    /// Source: https://developer.apple.com/documentation/webkit/wkcontentworld/configuration
    @preconcurrency @MainActor
    open class Configuration: NSObject, NSCopying {
        /// Makes a configuration in which scripts can do nothing more. Apple API.
        public override init() { super.init() }

        /// Whether scripts have `webkit.createJSHandle(value)`, which returns a ``WKJSHandle`` to the application. Apple API.
        open var jsHandleCreationEnabled = false

        /// Whether scripts have `webkit.serializeNode(node, { deep })`, which returns a ``WKJSSerializedNode`` to the application. Apple
        /// API.
        open var nodeSerializationEnabled = false

        /// Whether scripts see closed shadow roots as open ones. Apple API; kept without effect.
        open var allowAccessingClosedShadowRoots = false {
            didSet { note("allowAccessingClosedShadowRoots", oldValue, "scripts see closed shadow roots") }
        }

        /// Whether scripts can fill fields as the browser does. Apple API; kept without effect.
        open var autofillScriptingEnabled = false {
            didSet { note("autofillScriptingEnabled", oldValue, "scripts can fill fields as the browser does") }
        }

        /// Whether scripts can attach values to elements. Apple API; kept without effect.
        open var elementUserInfoEnabled = false {
            didSet { note("elementUserInfoEnabled", oldValue, "scripts can attach values to elements") }
        }

        private func note(_ name: String, _ wasEnabled: Bool, _ effect: String) {
            SettingWithoutEffect.noteChange(of: "WKContentWorld.Configuration.\(name)", !wasEnabled, effect)
        }

        /// Makes an independent copy. Apple API. Call it on the main thread.
        nonisolated open func copy(with zone: NSZone? = nil) -> Any {
            MainActor.assumeIsolated { () -> Configuration in
                let copy = Configuration()
                copy.jsHandleCreationEnabled = jsHandleCreationEnabled
                copy.nodeSerializationEnabled = nodeSerializationEnabled
                copy.allowAccessingClosedShadowRoots = allowAccessingClosedShadowRoots
                copy.autofillScriptingEnabled = autofillScriptingEnabled
                copy.elementUserInfoEnabled = elementUserInfoEnabled
                return copy
            }
        }
    }
}

/// A copy of a node of a page, without the page. Apple API. Main actor only.
///
/// Scripts of a world whose configuration has ``WKContentWorld/Configuration/nodeSerializationEnabled`` make one with
/// `webkit.serializeNode(node)`; with `{ deep: true }` for the node's tree, open shadow roots included. As an argument of
/// ``WKWebView/callAsyncJavaScript(_:arguments:in:contentWorld:)`` it is a new node of that document, in any page and world.
@preconcurrency @MainActor
open class WKJSSerializedNode: NSObject {
    /// The expression that makes the node.
    nonisolated let expression: String

    /// Makes the copy from the text that the world's script wrote.
    init(text: String) {
        expression = "\(WorldScript.nodeMaker)(JSON.parse(\(JavaScriptLiteral.string(text))))"
        super.init()
    }
}

extension WKJSSerializedNode: JavaScriptObject {}

import CWebKitGTK

/// A compiled list of rules that block loads or hide elements. Apple API. Main actor only.
///
/// A ``WKContentRuleListStore`` makes it; `WKUserContentController.add(_:)` applies it.
@preconcurrency @MainActor
open class WKContentRuleList: NSObject {
    let handle: OpaquePointer

    private let ownIdentifier: String

    /// The identifier that the list was compiled with; never nil. Apple API.
    open var identifier: String! { ownIdentifier }

    init(_ handle: OpaquePointer) {
        self.handle = cwk_filter_retain(handle)
        ownIdentifier = cwk_filter_identifier(handle).map { String(cString: $0) } ?? ""
        super.init()
    }

    isolated deinit { cwk_filter_release(handle) }
}

import CWebKitGTK
import ProcessFiles

/// A folder of compiled content rule lists. Apple API. Main actor only.
///
/// ```swift
/// let rules = #"[{"trigger": {"url-filter": "\\.png$"}, "action": {"type": "block"}}]"#
/// let list = try await WKContentRuleListStore.default().compileContentRuleList(
///     forIdentifier: "no-pictures", encodedContentRuleList: rules)
/// if let list { webView.configuration.userContentController.add(list) }
/// ```
///
/// The rules are those of [Safari's content blockers](https://developer.apple.com/documentation/safariservices/creating-a-content-blocker).
/// Identifiers are any text that is not empty; their case matters.
@preconcurrency @MainActor
open class WKContentRuleListStore: NSObject {
    private typealias ListCompletion = @MainActor (WKContentRuleList?, (any Error)?) -> Void
    private typealias RemovalCompletion = @MainActor ((any Error)?) -> Void
    private typealias IdentifiersCompletion = @MainActor ([String]?) -> Void

    private static let defaultStore = WKContentRuleListStore(
        folder: WKWebsiteDataStore.userFolder.appendingPathComponent("swwebview-contentrules", isDirectory: true))

    private let handle: OpaquePointer
    private let folder: URL

    private init(folder: URL) {
        WebKitEnvironment.require()
        self.folder = folder
        // WebKit reports a folder that cannot be written.
        try? PrivateFiles.makeFolder(folder)
        handle = cwk_filter_store_new(folder.path)
        super.init()
    }

    isolated deinit { cwk_filter_store_release(handle) }

    /// The store that keeps its lists in the folder `swwebview-contentrules` of the user's data folder. Apple API.
    open class func `default`() -> WKContentRuleListStore! { defaultStore }

    /// Makes a store that keeps its lists in a folder, which is made if need be; nil without a file URL. Apple API.
    public convenience init!(url: URL!) {
        guard let url, url.isFileURL else { return nil }
        self.init(folder: url)
    }

    /// Compiles rules and keeps them, in place of a list with the same identifier. Apple API.
    ///
    /// - Parameter completionHandler: gets the list, or the error `WKError.contentRuleListStoreCompileFailed`, whose
    ///   `NSHelpAnchorErrorKey` names the reason.
    open func compileContentRuleList(
        forIdentifier identifier: String!, encodedContentRuleList: String!,
        completionHandler: @escaping @MainActor (WKContentRuleList?, (any Error)?) -> Void
    ) {
        var rules = encodedContentRuleList ?? ""
        let context = Unmanaged.passRetained(Box<ListCompletion>(completionHandler)).toOpaque()
        rules.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                cwk_filter_store_compile(
                    handle, identifier ?? "", bytes.baseAddress, bytes.count,
                    { WKContentRuleListStore.finish($0, $1, .contentRuleListStoreCompileFailed, $2) }, context)
            }
        }
    }

    /// Gives a list that was compiled before to the handler. Apple API.
    ///
    /// WebKit compiles a list in the format of another version again, where the list's file has the rules.
    /// - Parameter completionHandler: gets the list, or the error `WKError.contentRuleListStoreLookUpFailed`. The error for a list in the
    ///   format of a version that WebKit does not read is `WKError.contentRuleListStoreVersionMismatch`.
    open func lookUpContentRuleList(
        forIdentifier identifier: String!,
        completionHandler: @escaping @MainActor (WKContentRuleList?, (any Error)?) -> Void
    ) {
        let (identifier, folder) = (identifier ?? "", folder)
        let completion: ListCompletion = { list, error in
            guard list == nil, let version = CompiledRules.version(of: identifier, in: folder) else {
                return completionHandler(list, error)
            }
            CompiledRules.findOwnVersion { own in
                completionHandler(nil, version == own ? error : Self.versionMismatch)
            }
        }
        cwk_filter_store_look_up(
            handle, identifier, { WKContentRuleListStore.finish($0, $1, .contentRuleListStoreLookUpFailed, $2) },
            Unmanaged.passRetained(Box<ListCompletion>(completion)).toOpaque())
    }

    private static var versionMismatch: WKError {
        let reason = "Rule list lookup failed: Version of file does not match version of interpreter."
        return WKError(.contentRuleListStoreVersionMismatch, userInfo: [NSHelpAnchorErrorKey: reason])
    }

    /// Removes a list from the store; controllers that have it keep it. Apple API.
    ///
    /// - Parameter completionHandler: gets nil, or the error `WKError.contentRuleListStoreRemoveFailed` for an unknown list.
    open func removeContentRuleList(
        forIdentifier identifier: String!, completionHandler: @escaping @MainActor ((any Error)?) -> Void
    ) {
        cwk_filter_store_remove(
            handle, identifier ?? "",
            { error, context in
                let failure = error.map { ShimError($0.pointee) }
                ShimCallback.retained(context, Box<RemovalCompletion>.self) { completion in
                    completion.value(
                        failure.map { WKContentRuleListStore.error(.contentRuleListStoreRemoveFailed, $0) })
                }
            }, Unmanaged.passRetained(Box<RemovalCompletion>(completionHandler)).toOpaque())
    }

    /// Gives the identifiers of all lists to the handler. Apple API.
    open func getAvailableContentRuleListIdentifiers(
        _ completionHandler: @escaping @MainActor ([String]?) -> Void
    ) {
        cwk_filter_store_identifiers(
            handle,
            { identifiers, count, context in
                let found = UnsafeBufferPointer(start: identifiers, count: count).compactMap {
                    $0.map { String(cString: $0) }
                }
                ShimCallback.retained(context, Box<IdentifiersCompletion>.self) { $0.value(found) }
            }, Unmanaged.passRetained(Box<IdentifiersCompletion>(completionHandler)).toOpaque())
    }

    private nonisolated static func finish(
        _ filter: OpaquePointer?, _ error: UnsafePointer<CWKError>?, _ code: WKError.Code,
        _ context: UnsafeMutableRawPointer?
    ) {
        let failure = error.map { ShimError($0.pointee) }
        let address = UInt(bitPattern: filter)
        ShimCallback.retained(context, Box<ListCompletion>.self) { completion in
            if let filter = OpaquePointer(bitPattern: address) {
                completion.value(WKContentRuleList(filter), nil)
            } else {
                completion.value(nil, failure.map { Self.error(code, $0) } ?? WKError(code))
            }
        }
    }

    private static func error(_ code: WKError.Code, _ reason: ShimError) -> WKError {
        WKError(code, userInfo: [NSHelpAnchorErrorKey: reason.message])
    }
}

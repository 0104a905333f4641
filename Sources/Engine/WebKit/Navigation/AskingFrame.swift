import CWebKitGTK

/// A frame as the web-process extension sees it. Nothing of it comes from a script.
struct PageFrame: Sendable, Equatable {
    /// WebKit's id of the frame; nil for one in which scripts may not run.
    var id: UInt64?
    var url: String
    /// The origin as it is written in an address; "null" or empty for an opaque one.
    var origin: String
    var isMainFrame: Bool

    init(_ frame: CWKPageFrame) {
        id = frame.id == 0 ? nil : frame.id
        url = frame.url.map { String(cString: $0) } ?? ""
        origin = frame.origin.map { String(cString: $0) } ?? ""
        isMainFrame = frame.is_main_frame
    }
}

/// The frames behind something that a page asks for, which WebKitGTK does not report.
struct AskingFrame: Sendable {
    /// The frame that asks, and the one that will change; nil where they are not known.
    let source, target: PageFrame?
    /// Whether a subframe will change, also where it is not known which.
    let isSubframe: Bool
    /// The value of the attribute `download` of the link that a navigation follows; nil where it has none.
    let download: String?
    /// The referrer policy of a navigation; nil where it is its document's.
    let referrerPolicy: String?
    /// Whether a file input takes folders.
    let isDirectory: Bool

    init(_ frame: CWKAskingFrame) {
        source = frame.source.map { PageFrame($0.pointee) }
        target = frame.target.map { PageFrame($0.pointee) }
        (isSubframe, isDirectory) = (frame.is_subframe, frame.is_directory)
        download = frame.download.map { String(cString: $0) }
        referrerPolicy = frame.referrer_policy.map { String(cString: $0) }
    }
}

/// The latest click in a page: a window that opens can be asked about only by what is known beforehand.
struct PageClick: Sendable {
    var frame: PageFrame
    /// The address of the link; empty where none is known.
    var address: String
}

/// A script's call that opens a dialog or a window, and has not returned.
struct PageCall: Sendable {
    var frame: PageFrame
    /// The features of the window; empty without any.
    var features: String
}

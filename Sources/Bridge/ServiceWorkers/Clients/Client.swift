public import Foundation

/// Names a client: [id](https://html.spec.whatwg.org/multipage/webappapis.html#concept-environment-id).
public struct ClientID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text JavaScript sees.
    public let rawValue: String

    /// Takes the text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text.
    public var description: String { rawValue }
}

/// A [service worker client](https://w3c.github.io/ServiceWorker/#dfn-service-worker-client): a window, frame or worker.
public struct Client: Sendable, Hashable {
    /// [ClientType](https://w3c.github.io/ServiceWorker/#enumdef-clienttype).
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A page or frame.
        case window
        /// A dedicated worker.
        case worker
        /// A shared worker.
        case sharedworker
    }

    /// [FrameType](https://w3c.github.io/ServiceWorker/#enumdef-frametype).
    public enum FrameType: String, Sendable, Hashable, Codable {
        /// Opened by another page.
        case auxiliary
        /// A page of its own.
        case topLevel = "top-level"
        /// A frame.
        case nested
        /// No window.
        case none
    }

    /// The id of the client.
    public let id: ClientID
    /// Its [creation URL](https://html.spec.whatwg.org/multipage/webappapis.html#concept-environment-creation-url).
    public var url: URL
    /// The type of the client.
    public var type: Kind
    /// The type of the frame that shows the client.
    public var frameType: FrameType
    /// Whether its navigation is over, so that scripts can run in it.
    public var isExecutionReady: Bool
    /// Whether the client and all its ancestors came over secure connections.
    public var isSecureContext: Bool
    /// `visible` or `hidden`.
    public var visibilityState = "visible"
    /// Whether it has the keyboard.
    public var isFocused = false
    /// The windows around a frame. A focused frame is in a focused window.
    package var ancestors: [ClientID] = []
    /// The worker that controls it. The container sets it.
    public internal(set) var controller: ServiceWorkerID?
    /// The registration it uses. The container sets it.
    public internal(set) var registration: RegistrationID?

    var inheritedKey: StorageKey?
    /// The address that stands for that of a `blob:` worker where scopes are matched: its creator's.
    var inheritedURL: URL?
    var storageKey: StorageKey? { StorageKey(of: url) ?? inheritedKey }
    /// Whether a worker is handling the request for its document.
    var isBeingAnswered = false
    var creationOrder = 0
    var focusOrder = 0

    /// Describes a client. A reserved one, made for a navigation, is not execution ready.
    public init(
        id: ClientID, url: URL, type: Kind = .window, frameType: FrameType = .topLevel,
        isExecutionReady: Bool = true, isSecureContext: Bool = true
    ) {
        self.id = id
        self.url = url
        self.type = type
        self.frameType = type == .window ? frameType : .none
        self.isExecutionReady = isExecutionReady
        self.isSecureContext = isSecureContext
    }
}

/// [ClientQueryOptions](https://w3c.github.io/ServiceWorker/#dictdef-clientqueryoptions).
public struct ClientQueryOptions: Sendable, Hashable {
    /// Whether clients of other workers and of none are wanted too.
    public var includeUncontrolled: Bool
    /// The type of the wanted clients; `nil` for all.
    public var type: Client.Kind?

    /// Makes options; the defaults are JavaScript's.
    public init(includeUncontrolled: Bool = false, type: Client.Kind? = .window) {
        self.includeUncontrolled = includeUncontrolled
        self.type = type
    }
}

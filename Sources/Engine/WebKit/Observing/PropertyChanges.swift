import CWebKitGTK

/// The listeners that are called when a property changes.
@MainActor
struct PropertyChanges<Property> {
    private var listeners: [Int: @MainActor (Property) -> Void] = [:]
    private var next = 0
    /// The listeners that are observers of key paths.
    let observers = KeyPathObservers<Property>()

    mutating func add(_ listener: @escaping @MainActor (Property) -> Void) -> Int {
        next += 1
        listeners[next] = listener
        return next
    }

    mutating func remove(_ key: Int) { listeners[key] = nil }

    /// Tells everyone, in the order they came.
    func notify(_ property: Property) {
        for key in listeners.keys.sorted() { listeners[key]?(property) }
    }
}

/// A property of a web view, or several that change together.
enum ViewProperty {
    case title, url, isLoading, progress, history, security, themeColor, underPageBackgroundColor
    case fullscreen, camera, microphone

    init(_ property: CWKProperty) {
        switch property {
        case CWK_PROPERTY_TITLE: self = .title
        case CWK_PROPERTY_URI: self = .url
        case CWK_PROPERTY_PROGRESS: self = .progress
        case CWK_PROPERTY_HISTORY: self = .history
        case CWK_PROPERTY_CAMERA: self = .camera
        case CWK_PROPERTY_MICROPHONE: self = .microphone
        default: self = .isLoading
        }
    }
}

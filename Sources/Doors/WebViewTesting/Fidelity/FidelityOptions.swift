import SWWebView
import Simulator

/// The wishes for the Web APIs that pages use.
public struct FidelityOptions: Sendable, Equatable {
    /// The names of APIs whose use fails a page.
    public var forbidden: Set<String> = []

    /// Counts uses and fails none.
    public init() {}

    /// Fails pages that use an API of a list: names of classes (`differs`), of versions that lack it (`ios16`), of APIs
    /// (`Document.cookie`) or of all members of an interface (`Notification`).
    ///
    /// - Throws: ``FidelityError`` for a name that is none of these.
    public init(forbidding names: [String]) throws(FidelityError) {
        for name in names {
            let apis = Self.apis(of: name)
            guard !apis.isEmpty else {
                throw FidelityError(
                    "“\(name)” is neither a class nor an API. Classes are "
                        + WebAPIClass.allCases.map(\.rawValue).joined(separator: ", ")
                        + " and ios15 to ios26; the guide IOSVersions lists the APIs.")
            }
            forbidden.formUnion(apis)
        }
    }

    private static func apis(of name: String) -> [String] {
        if let found = WebAPIClass(rawValue: name) { return WebAPI.all.filter { $0.class == found }.flatMap(\.apis) }
        if let version = IOSVersion.allCases.first(where: { "ios\($0.rawValue)" == name }) {
            return version.missingAPIs.flatMap(\.apis)
        }
        return WebAPI.all.flatMap(\.apis).filter { $0 == name || $0.hasPrefix("\(name).") }
    }
}

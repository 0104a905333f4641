public import Foundation
import HTTPMessages

/// The way a worker's script is evaluated: [type](https://w3c.github.io/ServiceWorker/#dfn-type).
public enum WorkerType: String, Sendable, Hashable, Codable {
    /// A script that may call `importScripts`.
    case classic
    /// A JavaScript module.
    case module
}

/// A script with its headers: the response that a worker's script resource map keeps.
public struct ScriptResource: Sendable, Hashable {
    /// The headers of the response: its type, its content security policy.
    public var headers: HeaderList
    /// The script, byte for byte.
    public var body: Data

    /// Puts a script and its headers together.
    public init(headers: HeaderList = HeaderList(), body: Data) {
        self.headers = headers
        self.body = body
    }
}

/// The scripts of a worker by address, in the order they came: [script resource map](https://w3c.github.io/ServiceWorker/#dfn-script-resource-map).
public struct ScriptResourceMap: Sendable, Hashable {
    /// The addresses in order.
    public private(set) var urls: [URL] = []
    private var resources: [URL: ScriptResource] = [:]
    /// The addresses of imported scripts that an update did not get. The new worker cannot import them.
    var missing: Set<URL> = []

    /// Makes a map without scripts.
    public init() {}

    /// The script at an address; set it to `nil` to remove it.
    public subscript(url: URL) -> ScriptResource? {
        get { resources[url] }
        set {
            if let newValue {
                if resources.updateValue(newValue, forKey: url) == nil { urls.append(url) }
            } else if resources.removeValue(forKey: url) != nil {
                urls.removeAll { $0 == url }
            }
        }
    }

    /// Drops the scripts that were not used: [the end of Install](https://w3c.github.io/ServiceWorker/#installation-algorithm).
    public mutating func keep(_ used: Set<URL>) {
        for url in urls where !used.contains(url) { self[url] = nil }
        missing = []
    }
}

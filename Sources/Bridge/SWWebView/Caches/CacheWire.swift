import Foundation
import HTTPMessages
import ServiceWorkers

import struct ServiceWorkers.FetchRequest

/// A cache command of a realm: JSON text, read in place in one pass. Every `match` and `put` pays for the reading.
struct CacheOrder {
    /// The cache's id.
    var cache: Int64?
    /// The name of a cache.
    var name: String?
    var request: CacheRequestWire?
    var options = CacheQueryOptions()
    var puts: [CachePutWire] = []

    /// Reads a command's body.
    ///
    /// - Throws: ``CommandFailure``, a TypeError.
    init(_ json: Data) throws(CommandFailure) {
        var read = Self()
        try json.scanned { (scanner: inout JSONScanner) throws(CommandFailure) in
            try scanner.members { (name, scanner) throws(CommandFailure) in
                switch name {
                case "cache": read.cache = scanner.index().map { Int64($0) }
                case "name": read.name = scanner.string()
                case "request": read.request = try CacheRequestWire(&scanner)
                case "options":
                    let bits = scanner.index() ?? 0
                    read.options = CacheQueryOptions(
                        ignoreSearch: bits & 1 != 0, ignoreMethod: bits & 2 != 0, ignoreVary: bits & 4 != 0)
                case "puts":
                    try scanner.elements { (scanner) throws(CommandFailure) in
                        read.puts.append(try CachePutWire(&scanner))
                    }
                default: _ = scanner.value()
                }
            }
        }
        self = read
    }

    private init() {}
}

/// A request in a realm's words. Members that are left out have the values of `new Request(url)`.
struct CacheRequestWire {
    var head: FetchRequest.Head
    /// The address as the realm wrote it. Foundation's may be escaped further.
    var url: String

    init(_ scanner: inout JSONScanner) throws(CommandFailure) {
        var (url, headers, texts): (String?, HeaderList, [String: String]) = (nil, HeaderList(), [:])
        try scanner.members { (name, scanner) throws(CommandFailure) in
            switch name {
            case "url": url = scanner.string()
            case "headers": headers = try scanner.headers()
            default: texts[name] = scanner.string()
            }
        }
        guard let url, let address = URL(address: url) else {
            throw CommandFailure(name: "TypeError", message: "“\(url ?? "")” is no address")
        }
        self.url = url
        head = FetchRequest.Head(url: address)
        head.headers = headers
        head.mode = .cors
        for (name, text) in texts {
            switch name {
            case "method": head.method = text
            case "mode": head.mode = RequestMode(rawValue: text) ?? head.mode
            case "credentials": head.credentials = CredentialsMode(rawValue: text) ?? head.credentials
            case "destination": head.destination = RequestDestination(rawValue: text) ?? head.destination
            case "cache": head.cache = CacheMode(rawValue: text) ?? head.cache
            case "redirect": head.redirect = RedirectMode(rawValue: text) ?? head.redirect
            case "referrer": head.referrer = text
            case "referrerPolicy": head.referrerPolicy = ReferrerPolicy(rawValue: text) ?? head.referrerPolicy
            case "integrity": head.integrity = text
            case "keepalive": head.keepalive = text == "true"
            case "isReload": head.isReload = text == "true"
            case "isHistory": head.isHistory = text == "true"
            default: break
            }
        }
    }

    /// The head as it is stored.
    var text: String {
        var text = ByteText("{\"url\":")
        text.append(string: url)
        text.append(membersOf: head)
        text.append(",\"keepalive\":")
        text.append(head.keepalive)
        text.append(",\"isReload\":")
        text.append(head.isReload)
        if head.isHistory { text.append(",\"isHistory\":true") }
        text.append(",\"bypassesServiceWorker\":false,\"headers\":")
        text.append(head.headers)
        text.append("}")
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

/// A response in a realm's words.
struct CacheResponseWire {
    var head = FetchResponse.Head()
    /// The response's addresses, as the realm wrote them.
    var urls: [String] = []

    init(_ scanner: inout JSONScanner) throws(CommandFailure) {
        var head = FetchResponse.Head()
        var urls: [String] = []
        try scanner.members { (name, scanner) throws(CommandFailure) in
            switch name {
            case "urls":
                try scanner.elements { (scanner) throws(CommandFailure) in
                    if let url = scanner.string() { urls.append(url) }
                }
            case "status": head.status = scanner.index() ?? 0
            case "statusText": head.statusText = scanner.string() ?? ""
            case "type": head.type = scanner.string().flatMap { FetchResponse.Kind(rawValue: $0) } ?? .default
            case "headers": head.headers = try scanner.headers()
            default: _ = scanner.value()
            }
        }
        // The host keeps opaque responses: a realm cannot make one.
        if head.type == .opaque || head.type == .opaqueredirect { head.type = .default }
        head.urlList = urls.compactMap { URL(address: $0) }
        (self.head, self.urls) = (head, urls)
    }

    /// The head as it is stored.
    var text: String {
        var text = ByteText()
        text.append(head, urls: urls)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

/// A request and a response to be stored.
struct CachePutWire {
    /// The place of the response's body.
    enum Body {
        case none
        case bytes(Data)
        /// The body is the next bytes, of this number, that came with the command.
        case attached(Int)
        /// The body was sent in pieces, under a token.
        case upload(String)
        /// The host keeps the whole response, head included, under a handle.
        case opaque(String)
    }

    var request: CacheRequestWire
    var response: CacheResponseWire?
    var body = Body.none

    init(_ scanner: inout JSONScanner) throws(CommandFailure) {
        var (request, response, body): (CacheRequestWire?, CacheResponseWire?, Body) = (nil, nil, .none)
        try scanner.members { (name, scanner) throws(CommandFailure) in
            switch name {
            case "request": request = try CacheRequestWire(&scanner)
            case "response": response = try CacheResponseWire(&scanner)
            case "body":
                guard let data = scanner.base64() else {
                    throw CommandFailure(name: "TypeError", message: "“body” is not Base64")
                }
                body = .bytes(data)
            case "text":
                guard let data = scanner.utf8() else {
                    throw CommandFailure(name: "TypeError", message: "“text” is not text")
                }
                body = .bytes(data)
            case "size": body = .attached(scanner.index() ?? 0)
            case "upload": body = .upload(scanner.string() ?? "")
            case "opaque": body = .opaque(scanner.string() ?? "")
            default: _ = scanner.value()
            }
        }
        guard let request else { throw CommandFailure(name: "TypeError", message: "“request” is missing") }
        (self.request, self.response, self.body) = (request, response, body)
    }
}

import Foundation
import ServiceWorker

/// Writes events as workers read them.
@MainActor
enum EventText {
    /// Writes an event.
    ///
    /// - Parameter source: a message's sender as JSON text.
    static func write(
        _ event: ServiceWorkerEvent, _ number: Int, source: String, body: OutgoingBody?, into text: inout ByteText
    ) {
        switch event {
        case .fetch(let fetch): return write(fetch, number, body, into: &text)
        case .message(let message), .messageError(let message):
            begin(event.type, number, into: &text)
            text.append(",\"data\":")
            text.append(string: String(decoding: message.data, as: UTF8.self))
            text.append(",\"origin\":")
            text.append(string: message.origin)
            text.append(",\"source\":")
            text.append(line: source.utf8)
            text.append(",\"ports\":[")
            for (index, port) in message.ports.enumerated() {
                if index > 0 { text.append(",") }
                text.append(string: port)
            }
            text.append("]")
        case .functional(_, let data):
            begin(event.type, number, into: &text)
            text.append(",\"data\":")
            text.append(string: String(decoding: data, as: UTF8.self))
        case .install, .activate: begin(event.type, number, into: &text)
        }
        text.append("}")
    }

    private static func begin(_ type: String, _ number: Int, into text: inout ByteText) {
        text.append("E{\"id\":")
        text.append(number)
        member("type", type, into: &text)
    }

    private static func write(_ fetch: FetchEvent, _ number: Int, _ body: OutgoingBody?, into text: inout ByteText) {
        text.append("F{\"id\":")
        text.append(number)
        member("clientId", fetch.clientID, into: &text)
        member("resultingClientId", fetch.resultingClientID, into: &text)
        member("replacesClientId", fetch.replacesClientID, into: &text)
        if fetch.preloadResponse != nil { text.append(",\"hasPreload\":true") }
        if let whole = body?.whole {
            member("body", whole.base64EncodedString(), into: &text)
        } else if body != nil {
            text.append(",\"hasBody\":true")
        }
        let head = fetch.request.head
        text.append(",\"request\":{\"isReload\":")
        text.append(head.isReload)
        text.append(",\"isHistory\":")
        text.append(head.isHistory)
        text.append(",\"keepalive\":")
        text.append(head.keepalive)
        member("url", head.url.absoluteString, into: &text)
        member("method", head.method, into: &text)
        member("mode", head.mode, into: &text)
        member("credentials", head.credentials, into: &text)
        member("destination", head.destination, into: &text)
        member("cache", head.cache, into: &text)
        member("redirect", head.redirect, into: &text)
        member("referrer", head.referrer, into: &text)
        member("referrerPolicy", head.referrerPolicy, into: &text)
        member("integrity", head.integrity, into: &text)
        write(head.headers, into: &text)
        text.append("}}")
    }

    /// Writes what navigation preload answered.
    static func write(preload: Result<FetchResponse, any Error>, _ number: Int, into text: inout ByteText) {
        text.append("Q{\"id\":")
        text.append(number)
        switch preload {
        case .failure(let error): member("error", "\(error)", into: &text)
        case .success(let response):
            text.append(",\"hasBody\":")
            text.append(response.body != nil)
            text.append(",\"response\":{\"status\":")
            text.append(response.head.status)
            text.append(",\"redirected\":")
            text.append(response.head.urlList.count > 1)
            member("statusText", response.head.statusText, into: &text)
            member("url", response.head.urlList.last?.absoluteString ?? "", into: &text)
            member("type", response.head.type.rawValue, into: &text)
            write(response.head.headers, into: &text)
            text.append("}")
        }
        text.append("}")
    }

    private static func write(_ headers: HeaderList, into text: inout ByteText) {
        text.append(",\"headers\":[")
        for (index, field) in headers.fields.enumerated() {
            text.append(index > 0 ? ",[" : "[")
            text.append(string: field.name)
            text.append(",")
            text.append(string: field.value)
            text.append("]")
        }
        text.append("]")
    }

    private static func member(_ name: StaticString, _ value: String, into text: inout ByteText) {
        text.append(",\"")
        text.append(name)
        text.append("\":")
        text.append(string: value)
    }
}

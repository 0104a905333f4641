import Foundation
import HTTPMessages
import ServiceWorkers

/// Writes events as workers read them.
@MainActor
enum EventText {
    /// Writes an event.
    ///
    /// - Parameter source: a message's sender as JSON text.
    static func write(
        _ event: ServiceWorkerEvent, _ number: Int, source: String, body: CarriedBody, into text: inout ByteText
    ) {
        HopTrace.pass()
        switch event {
        case .fetch(let fetch): return write(fetch, number, body, into: &text)
        case .message(let message), .messageError(let message):
            begin(event.type, number, into: &text)
            text.append(",\"data\":")
            text.append(string: String(decoding: message.data, as: UTF8.self))
            text.append(",\"origin\":")
            text.append(string: message.origin)
            text.append(",\"source\":")
            text.append(line: source)
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
        text.append("}}")
    }

    private static func begin(_ type: String, _ number: Int, into text: inout ByteText) {
        text.append("{\"event\":\"extendableevent\",\"data\":{\"id\":")
        text.append(number)
        text.append(member: "type", type)
    }

    private static func write(_ fetch: FetchEvent, _ number: Int, _ body: CarriedBody, into text: inout ByteText) {
        text.append("{\"event\":\"fetchevent\",\"data\":{\"id\":")
        text.append(number)
        text.append(member: "clientId", fetch.clientID)
        text.append(member: "resultingClientId", fetch.resultingClientID)
        text.append(member: "replacesClientId", fetch.replacesClientID)
        if fetch.preloadResponse != nil { text.append(",\"hasPreload\":true") }
        write(body, into: &text)
        let head = fetch.request.head
        text.append(",\"request\":{\"isReload\":")
        text.append(head.isReload)
        text.append(",\"isHistory\":")
        text.append(head.isHistory)
        text.append(",\"keepalive\":")
        text.append(head.keepalive)
        text.append(member: "url", head.url.absoluteString)
        text.append(membersOf: head)
        write(head.headers, into: &text)
        text.append("}}}")
    }

    private static func write(_ body: CarriedBody, into text: inout ByteText) {
        switch body {
        case .absent: break
        case .bytes: text.append(",\"hasBody\":true")
        case .pieces(let name): text.append(member: "stream", name)
        }
    }

    /// Writes what navigation preload answered.
    ///
    /// - Parameter handle: the handle of a redirect, of which the worker sees nothing else.
    static func write(
        preload: Result<FetchResponse, any Error>, _ number: Int, _ body: CarriedBody, handle: String?,
        into text: inout ByteText
    ) {
        text.append("{\"event\":\"preloadresponse\",\"data\":{\"id\":")
        text.append(number)
        switch preload {
        case .failure(let error): text.append(member: "error", "\(error)")
        case .success(let response):
            write(body, into: &text)
            text.append(",\"response\":{\"status\":")
            text.append(handle == nil ? response.head.status : 200)
            if let handle { text.append(member: "handle", handle) }
            text.append(",\"redirected\":")
            text.append(response.head.urlList.count > 1)
            text.append(member: "statusText", response.head.statusText)
            text.append(member: "url", response.head.urlList.last?.textWithoutFragment ?? "")
            text.append(member: "type", response.head.type.rawValue)
            write(handle == nil ? response.head.headers : HeaderList(), into: &text)
            text.append("}")
        }
        text.append("}}")
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
}

package import Foundation
package import FoundationNetworking
package import HTTPMessages
import Synchronization
package import URLInterception

/// The observer that writes the network of a page, its workers and its native half into a trace. Any thread.
package final class TraceNetwork: NetworkObserver {
    /// The longest body that a trace keeps, in bytes. Only text is kept.
    private static let longestBody = 64 << 10

    private let file: TraceFile
    private let state = Mutex(State())

    private struct State {
        var last = 0
        var open: [Int: Exchange] = [:]
    }

    package init(_ file: TraceFile) { self.file = file }

    package func began(_ request: URLRequest, by asker: NetworkAsker, from source: NetworkSource)
        -> any ExchangeObserver
    {
        state.withLock { state in
            state.last += 1
            let exchange = Exchange(state.last, request, asker, source, self)
            state.open[state.last] = exchange
            return exchange
        }
    }

    package func answered(_ request: URLRequest, status: Int, headers: HeaderList) {
        file.write(
            .answer,
            Answer(
                method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", status: status,
                headers: headers.fields))
    }

    package func began(socket url: URL, by asker: NetworkAsker, to source: NetworkSource) -> (any SocketObserver)? {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        return TraceSocket(id, url, by: asker, in: file)
    }

    /// Writes the loads that have not ended.
    package func finish() {
        let open = state.withLock { state in
            defer { state.open = [:] }
            return state.open
        }
        for exchange in open.sorted(by: { $0.key < $1.key }) { exchange.value.write() }
    }

    private struct Answer: Encodable {
        var method: String
        var url: String
        var status: Int
        var headers: [HeaderList.Field]
    }

    private struct Load: Encodable {
        var id: Int
        var asker: NetworkAsker
        var source: NetworkSource
        var method: String
        var url: String
        var headers: [HeaderList.Field]
        var body: String?
        var status: Int?
        var responseHeaders: [HeaderList.Field]?
        var responseBody: String?
        /// Bytes of the response's body so far.
        var size = 0
        /// Milliseconds until the response and until the end, from the entry's time.
        var waiting: Double?
        var duration: Double?
        var failure: String?
    }

    private final class Exchange: ExchangeObserver {
        private let network: TraceNetwork
        private let id: Int
        private let start: Double
        private let state: Mutex<(load: Load, text: Data?)>

        init(
            _ id: Int, _ request: URLRequest, _ asker: NetworkAsker, _ source: NetworkSource, _ network: TraceNetwork
        ) {
            self.id = id
            self.network = network
            start = network.file.now
            let load = Load(
                id: id, asker: asker, source: source, method: request.httpMethod ?? "GET",
                url: request.url?.absoluteString ?? "",
                headers: HeaderList(request.allHTTPHeaderFields ?? [:]).fields,
                body: request.httpBody.flatMap { $0.count <= TraceNetwork.longestBody ? $0.text : nil })
            state = Mutex((load, nil))
        }

        func responded(_ response: HTTPURLResponse) {
            let waiting = TraceFile.rounded(network.file.now - start)
            state.withLock { state in
                state.load.status = response.statusCode
                state.load.responseHeaders = HeaderList(response.headerFields).fields
                state.load.waiting = waiting
                state.text = Data()
            }
        }

        func received(_ piece: Data) {
            state.withLock { state in
                state.load.size += piece.count
                if state.load.size <= TraceNetwork.longestBody { state.text?.append(piece) } else { state.text = nil }
            }
        }

        func ended(_ error: (any Error)?) {
            let isOpen = network.state.withLock { $0.open.removeValue(forKey: id) != nil }
            guard isOpen else { return }
            let duration = TraceFile.rounded(network.file.now - start)
            state.withLock { state in
                state.load.duration = duration
                state.load.failure = error.map { ($0 as NSError).localizedDescription }
            }
            write()
        }

        func write() {
            let load = state.withLock { state in
                var load = state.load
                load.responseBody = state.text?.text
                return load
            }
            network.file.write(.request, at: start, load)
        }
    }
}

extension Data {
    /// The bytes as text; nil for bytes that are no UTF-8 text.
    fileprivate var text: String? { isEmpty ? nil : String(data: self, encoding: .utf8) }
}

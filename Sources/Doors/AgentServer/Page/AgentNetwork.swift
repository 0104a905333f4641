import Foundation
import FoundationNetworking
import HTTPMessages
import Synchronization
import URLInterception

/// The observer that records the latest requests of a page, its workers and its native half. Any thread.
final class AgentNetwork: NetworkObserver {
    /// A request with its response.
    struct Exchange: Sendable {
        var number = 0
        var method: String
        var url: String
        var asker: String
        var source: String
        var requestHeaders: [HeaderList.Field]
        var requestBody: Data?
        var status: Int?
        var headers: [HeaderList.Field] = []
        /// The body of the response so far; nil where it is longer than ``AgentNetwork/longestBody``.
        var body: Data? = Data()
        var size = 0
        var failure: String?
        var milliseconds: Int?
    }

    static let longestBody = 128 << 10
    private static let mostExchanges = 500

    private let state = Mutex((exchanges: [Exchange](), last: 0))

    /// The requests in their order.
    var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    func clear() { state.withLock { $0.exchanges = [] } }

    private func add(_ exchange: Exchange) -> Int {
        state.withLock { state in
            state.last += 1
            if state.exchanges.count >= Self.mostExchanges { state.exchanges.removeFirst() }
            var exchange = exchange
            exchange.number = state.last
            state.exchanges.append(exchange)
            return state.last
        }
    }

    private func change(_ number: Int, _ body: (inout Exchange) -> Void) {
        state.withLock { state in
            guard let index = state.exchanges.lastIndex(where: { $0.number == number }) else { return }
            body(&state.exchanges[index])
        }
    }

    func began(
        _ request: URLRequest, by asker: NetworkAsker, from source: NetworkSource
    ) -> any ExchangeObserver {
        let body = request.httpBody.flatMap { $0.count <= Self.longestBody ? $0 : nil }
        return Record(
            add(
                Exchange(
                    method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", asker: asker.rawValue,
                    source: source.rawValue, requestHeaders: HeaderList(request.allHTTPHeaderFields ?? [:]).fields,
                    requestBody: body)), self)
    }

    func answered(_ request: URLRequest, status: Int, headers: HeaderList) {
        _ = add(
            Exchange(
                method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", asker: "page",
                source: "service worker", requestHeaders: HeaderList(request.allHTTPHeaderFields ?? [:]).fields,
                status: status, headers: headers.fields, body: nil, milliseconds: 0))
    }

    private final class Record: ExchangeObserver {
        private let number: Int
        private let network: AgentNetwork
        private let start = ContinuousClock.now

        init(_ number: Int, _ network: AgentNetwork) { (self.number, self.network) = (number, network) }

        func responded(_ response: HTTPURLResponse) {
            network.change(number) { exchange in
                exchange.status = response.statusCode
                exchange.headers = HeaderList(response.headerFields).fields
            }
        }

        func received(_ piece: Data) {
            network.change(number) { exchange in
                exchange.size += piece.count
                if exchange.size <= AgentNetwork.longestBody {
                    exchange.body?.append(piece)
                } else {
                    exchange.body = nil
                }
            }
        }

        func ended(_ error: (any Error)?) {
            network.change(number) { exchange in
                exchange.failure = error.map { ($0 as NSError).localizedDescription }
                exchange.milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
            }
        }
    }
}

package import Foundation
package import FoundationNetworking
package import HTTPMessages
import Synchronization

/// The side that makes a request.
package enum NetworkAsker: String, Sendable, Codable {
    /// A document, or a dedicated or shared worker of one.
    case page
    /// A service worker, or the search for its script.
    case worker
    /// The native half of the application.
    case native
}

/// The source of the answer to a request.
package enum NetworkSource: String, Sendable, Codable {
    case folder, server, network, recording, stub
}

/// An object that observes the loads of a ``MappedLoader``, one redirect at a time. Any thread.
package protocol NetworkObserver: Sendable {
    /// Whether WebKit's own loads from http(s) addresses have to go through the host, so that the observer sees them.
    var needsAllLoads: Bool { get }

    /// Notes that a load begins.
    ///
    /// - Returns: the receiver of the load's response.
    func began(_ request: URLRequest, by asker: NetworkAsker, from source: NetworkSource) -> any ExchangeObserver

    /// Notes a response of a service worker, which made no load for it.
    func answered(_ request: URLRequest, status: Int, headers: HeaderList)

    /// Notes that a page or worker makes a web socket.
    ///
    /// - Returns: the receiver of the socket's messages; nil where the observer needs none.
    func began(socket url: URL, by asker: NetworkAsker, to source: NetworkSource) -> (any SocketObserver)?
}

extension NetworkObserver {
    package var needsAllLoads: Bool { true }

    package func began(socket url: URL, by asker: NetworkAsker, to source: NetworkSource) -> (any SocketObserver)? {
        nil
    }
}

/// An object that observes one load. The calls come in order, from any thread. ``ended(_:)`` comes once.
package protocol ExchangeObserver: Sendable {
    func responded(_ response: HTTPURLResponse)
    func received(_ piece: Data)
    /// - Parameter error: the error that ended the load; nil for a complete body.
    func ended(_ error: (any Error)?)
}

extension LoadedResource {
    /// Returns the resource with a body that reports to an observer as it is read.
    func observed(by exchange: any ExchangeObserver) -> LoadedResource {
        exchange.responded(response)
        let end = ExchangeEnd(exchange)
        let body = body
        let observed = BodyStream(
            next: {
                do {
                    guard let piece = try await body.next() else {
                        end.note(nil)
                        return nil
                    }
                    exchange.received(piece)
                    return piece
                } catch {
                    end.note(error)
                    throw error
                }
            }, cancel: { end.note(URLError(.cancelled)) },
            bytes: {
                guard let bytes = body.takeBytes() else { return nil }
                exchange.received(bytes)
                end.note(nil)
                return bytes
            })
        return with(body: observed)
    }
}

/// The end of a load, which the observer hears of once.
private final class ExchangeEnd: Sendable {
    private let exchange: any ExchangeObserver
    private let isOver = Mutex(false)

    init(_ exchange: any ExchangeObserver) { self.exchange = exchange }

    func note(_ error: (any Error)?) {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        if isFirst { exchange.ended(error) }
    }
}

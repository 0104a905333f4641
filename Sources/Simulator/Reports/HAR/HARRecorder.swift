package import Foundation
package import FoundationNetworking
package import HTTPMessages
import ProcessFiles
import Synchronization
package import URLInterception

/// A writer of an HTTP archive (HAR 1.2) with the network of pages, their workers and their native half. Any thread.
///
/// The file is a whole archive after each entry, also when the process is killed. Bodies above 4 MiB are left out, and so are all bodies
/// once the file has 256 MiB. A file of 512 MiB gets no more entries.
public final class HARRecorder: Sendable {
    static let omittedBody = "The body is too large for this archive."
    private static let longestBody = 4 << 20
    private static let largestFile = 256 << 20

    private struct Timings: Encodable {
        var onContentLoad = -1.0
        var onLoad = -1.0
    }

    private struct Page: Encodable {
        var startedDateTime: String
        var id: String
        var title: String
        var pageTimings = Timings()
    }

    private struct State {
        /// The place behind the last entry.
        var end = 0
        var count = 0
        var pages: [Page] = []
        var pageStart = ContinuousClock.now
        var open: [Int: Exchange] = [:]
        var sockets: [Int: HARSocket] = [:]
        var last = 0
        var failure: Int32 = 0
    }

    /// The path of the file.
    public let path: String
    private let descriptor: Int32
    private let state = Mutex(State())

    /// Creates the file, or replaces an existing one.
    ///
    /// - Throws: ``HARError`` where the file cannot be written.
    public init(path: String) throws(HARError) {
        self.path = path
        do throws(CocoaError) { descriptor = try PrivateFiles.open(path) } catch {
            throw HARError("\(path) cannot be written: \(error.reason)")
        }
        guard ftruncate(descriptor, 0) == 0 else {
            throw HARError("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        let head = """
            {"log":{"version":"1.2","creator":{"name":"swwebview","version":"1"},"entries":[
            """
        state.withLock { state in
            put(head, &state)
        }
    }

    deinit { close(descriptor) }

    /// The error that ended the archive early; nil for none.
    public var error: HARError? {
        let code = state.withLock { $0.failure }
        return code == 0 ? nil : HARError("\(path) cannot be written: \(String(cString: strerror(code)))")
    }

    // MARK: Pages

    /// Begins a page. Later entries belong to it.
    package func begin(_ title: String) {
        state.withLock { state in
            state.pageStart = .now
            state.pages.append(
                Page(startedDateTime: Self.text(Date()), id: "page_\(state.pages.count + 1)", title: title))
            put("", &state)
        }
    }

    /// Notes the load event of the page.
    package func loaded() {
        state.withLock { state in
            guard let index = state.pages.indices.last else { return }
            state.pages[index].pageTimings.onLoad = Self.rounded(state.pageStart.duration(to: .now))
            put("", &state)
        }
    }

    /// Writes the loads and the web sockets that have not ended.
    package func finish() {
        let (open, sockets) = state.withLock { state in
            defer { (state.open, state.sockets) = ([:], [:]) }
            return (state.open, state.sockets)
        }
        for exchange in open.sorted(by: { $0.key < $1.key }) { exchange.value.write() }
        for socket in sockets.sorted(by: { $0.key < $1.key }) { add(socket.value.entry) }
    }

    // MARK: File

    /// Writes text behind the last entry, and the end of the archive behind the text.
    private func put(_ text: String, _ state: inout State) {
        guard state.failure == 0 else { return }
        let pages = (try? JSONText.encode(state.pages)) ?? Data("[]".utf8)
        let added = Data(text.utf8)
        var rest = added + Data("\n],\"pages\":".utf8) + pages + Data("}}\n".utf8)
        var place = state.end
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(place)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                state.failure = errno
                return
            }
            place += count
            rest = rest.dropFirst(count)
        }
        state.end += added.count
    }

    private func add(_ entry: HAREntry) {
        guard let json = try? JSONText.encode(entry) else { return }
        state.withLock { state in
            guard state.end + json.count < 2 * Self.largestFile else { return }
            put((state.count > 0 ? ",\n" : "") + String(decoding: json, as: UTF8.self), &state)
            state.count += 1
        }
    }

    private var hasRoom: Bool { state.withLock { $0.end < Self.largestFile } }

    private static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    static func rounded(_ duration: Duration) -> Double { (duration / .microseconds(1)).rounded() / 1000 }
}

extension HARRecorder: NetworkObserver {
    package func began(
        _ request: URLRequest, by asker: NetworkAsker, from source: NetworkSource
    ) -> any ExchangeObserver {
        let described = HAREntry.Request(request, bodyLimit: hasRoom ? Self.longestBody : 0)
        return state.withLock { state in
            let entry = begin(described, by: asker, from: source, &state)
            let exchange = Exchange(state.last, entry, self)
            state.open[state.last] = exchange
            return exchange
        }
    }

    private func begin(
        _ request: HAREntry.Request, by asker: NetworkAsker, from source: NetworkSource, _ state: inout State
    ) -> HAREntry {
        state.last += 1
        return HAREntry(
            pageref: state.pages.last?.id, startedDateTime: Self.text(Date()), request: request,
            _asker: asker.rawValue, _source: source.rawValue)
    }

    package func began(socket url: URL, by asker: NetworkAsker, to source: NetworkSource) -> (any SocketObserver)? {
        let described = HAREntry.Request(URLRequest(url: url), bodyLimit: 0)
        return state.withLock { state in
            let entry = begin(described, by: asker, from: source, &state)
            let id = state.last
            let socket = HARSocket(entry) { [weak self] in self?.end($0, id) }
            state.sockets[id] = socket
            return socket
        }
    }

    private func end(_ socket: HARSocket, _ id: Int) {
        let isOpen = state.withLock { $0.sockets.removeValue(forKey: id) != nil }
        if isOpen { add(socket.entry) }
    }

    /// Does nothing: an answer of a service worker is no use of the network.
    package func answered(_ request: URLRequest, status: Int, headers: HeaderList) {}

    private final class Exchange: ExchangeObserver {
        private struct State {
            var entry: HAREntry
            var size = 0
            var body: Data? = Data()
            var responded: ContinuousClock.Instant?
        }

        private let id: Int
        private let recorder: HARRecorder
        private let start = ContinuousClock.now
        private let state: Mutex<State>

        init(_ id: Int, _ entry: HAREntry, _ recorder: HARRecorder) {
            self.id = id
            self.recorder = recorder
            state = Mutex(State(entry: entry))
        }

        func responded(_ response: HTTPURLResponse) {
            state.withLock { state in
                state.entry.response = HAREntry.Response(response)
                state.responded = .now
            }
        }

        func received(_ piece: Data) {
            state.withLock { state in
                state.size += piece.count
                if state.size <= HARRecorder.longestBody { state.body?.append(piece) } else { state.body = nil }
            }
        }

        func ended(_ error: (any Error)?) {
            let isOpen = recorder.state.withLock { $0.open.removeValue(forKey: id) != nil }
            guard isOpen else { return }
            state.withLock { $0.entry._error = error.map { ($0 as NSError).localizedDescription } }
            write()
        }

        func write() {
            let hasRoom = recorder.hasRoom
            let entry = state.withLock { state in
                var entry = state.entry
                let now = ContinuousClock.now
                entry.time = HARRecorder.rounded(start.duration(to: now))
                let responded = state.responded ?? now
                entry.timings.wait = HARRecorder.rounded(start.duration(to: responded))
                entry.timings.receive = HARRecorder.rounded(responded.duration(to: now))
                if state.responded != nil { entry.response.add(hasRoom ? state.body : nil, size: state.size) }
                return entry
            }
            recorder.add(entry)
        }
    }
}

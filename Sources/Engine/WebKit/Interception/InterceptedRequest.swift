import CWebKitGTK
import HTTPMessages
import URLInterception

/// One request that came through the proxy, and its answer.
@MainActor
final class InterceptedRequest: NSObject {
    private let handle: OpaquePointer
    private var loading: Task<Void, Never>?
    private var isStopped = false
    private var writer: CheckedContinuation<Void, Never>?

    init(_ handle: OpaquePointer) {
        self.handle = handle
        super.init()
        proxied_request_set_callbacks(
            handle,
            ProxiedRequestCallbacks(
                stopped: { context in ShimCallback.unretained(context, InterceptedRequest.self) { $0.stop() } },
                drained: { context in ShimCallback.unretained(context, InterceptedRequest.self) { $0.resumeWriter() } },
                context: Unmanaged.passUnretained(self).toOpaque()))
    }

    isolated deinit { proxied_request_release(handle) }

    /// The address as WebKit asked for it.
    var url: String? { proxied_request_uri(handle).map { String(cString: $0) } }

    /// Whether the page opens a web socket, which is to be joined and not answered.
    var isWebSocket: Bool { proxied_request_is_web_socket(handle) }

    /// Joins a web socket with the server at an http(s) address; nil refuses it.
    func join(_ address: String?) { proxied_request_join(handle, address, TrustedCertificates.file?.path) }

    private var fields: [(String, String)] { CStrings.collect { proxied_request_headers(handle, $0, $1) } }

    /// The mark of the application's load; nil for any other request.
    var loadMark: String? { fields.first { $0.0.lowercased() == URLRequest.loadMarkField.lowercased() }?.1 }

    private var request: URLRequest? {
        guard let url = url.flatMap({ URL(address: $0) }), let method = proxied_request_method(handle) else {
            return nil
        }
        var request = URLRequest(url: url)
        request.httpMethod = String(cString: method)
        request.httpShouldHandleCookies = false
        for (name, value) in fields { request.addValue(value, forHTTPHeaderField: name) }
        request.setValue(nil, forHTTPHeaderField: URLRequest.loadMarkField)
        var length = 0
        if let bytes = proxied_request_body(handle, &length) { request.httpBody = Data(bytes: bytes, count: length) }
        return request
    }

    /// Answers with the loader's response; `end` is called once it is over, with the error that ended it.
    ///
    /// - Parameter load: the application's load that completes the request; nil for any other request.
    func answer(
        from loader: any ResourceLoader, completedBy load: CompletingLoad?,
        end: @escaping @MainActor (NSError?) -> Void
    ) {
        loading = Task {
            do {
                guard var request else { throw URLError(.badURL) }
                if let load { request.complete(from: load.request) }
                let resource = try await loader.load(request)
                load?.noteResponse(resource.response, to: request)
                // WebKit would keep the response as that to a GET request.
                respond(resource, isKept: request.httpMethod == "GET" || load == nil)
                if hasBody(resource.response) { for try await piece in resource.body { await write(piece) } }
                if !isStopped { proxied_request_finish(handle) }
                end(nil)
            } catch {
                // First, so that the reason is there when WebKit reports the failure.
                end(isStopped ? nil : error as NSError)
                proxied_request_fail(handle)
            }
        }
    }

    /// Ends the load because its response is no longer wanted.
    func stop() {
        isStopped = true
        loading?.cancel()
        resumeWriter()
    }

    // MARK: Answer

    private func hasBody(_ response: HTTPURLResponse) -> Bool {
        ![204, 304].contains(response.statusCode)
            && proxied_request_method(handle).map { String(cString: $0) } != "HEAD"
    }

    private func respond(_ resource: LoadedResource, isKept: Bool) {
        guard !isStopped else { return }
        var fields = AnswerHeaders.fields(of: resource)
        if !isKept {
            fields.removeAll { $0.name.lowercased() == "cache-control" }
            fields.append(("Cache-Control", "no-store"))
        }
        let headers = fields.flatMap { [$0.name, $0.value] }
        CStrings.withCStrings(headers) { pointers in
            proxied_request_respond(
                handle, UInt32(clamping: resource.response.statusCode), resource.reasonPhrase, pointers,
                headers.count / 2)
        }
    }

    /// Sends a piece, and waits until it has been sent.
    private func write(_ data: Data) async {
        guard !isStopped, !data.isEmpty else { return }
        let object = data as NSData
        await withCheckedContinuation { continuation in
            writer = continuation
            // The object keeps the bytes in place: no copy.
            proxied_request_write(
                handle, object.bytes, object.length,
                { context in
                    if let context { Unmanaged<NSData>.fromOpaque(context).release() }
                }, Unmanaged.passRetained(object).toOpaque())
        }
    }

    private func resumeWriter() {
        writer?.resume()
        writer = nil
    }
}

import Foundation
import URLInterception
import WebKit

/// Carries what a loader answers into scheme tasks, as fast as pages take it. A stopped task stops its load.
@MainActor
final class SchemeAnswers {
    private let loader: any ResourceLoader
    private let crossOrigin: CrossOriginAnswers
    private let largestBody: Int
    private var running: [ObjectIdentifier: Task<Void, Never>] = [:]

    init(_ loader: any ResourceLoader, origins: PageOrigins, methods: String, largestBody: Int) {
        self.loader = loader
        crossOrigin = CrossOriginAnswers(origins: origins, methods: methods)
        self.largestBody = largestBody
    }

    /// Answers a task of a view.
    func start(_ task: any WKURLSchemeTask, of view: WKWebView) {
        let page = view.documentURL
        let id = ObjectIdentifier(task)
        running[id] = Task { [self] in
            await run(task, in: page)
            if !Task.isCancelled { running[id] = nil }
        }
    }

    func stop(_ task: any WKURLSchemeTask) {
        running.removeValue(forKey: ObjectIdentifier(task))?.cancel()
    }

    private func run(_ task: any WKURLSchemeTask, in page: URL?) async {
        do {
            try await answer(task, in: page)
        } catch {
            // After a stop the task must not be touched.
            if !Task.isCancelled { task.didFailWithError(error) }
        }
    }

    private func answer(_ task: any WKURLSchemeTask, in page: URL?) async throws {
        guard let url = task.request.url else { throw URLError(.badURL) }
        let resource: LoadedResource
        if let own = try crossOrigin.ownAnswer(to: task.request, at: url, in: page) {
            resource = own
        } else {
            do {
                resource = try await loader.load(requestWithBody(task))
            } catch let refusal as RESTError {
                resource = try refusal.answer(at: url, head: task.request.httpMethod == "HEAD")
            }
        }
        try Task.checkCancellation()
        task.didReceive(crossOrigin.response(resource.response, to: task.request, at: url, in: page))
        for try await piece in resource.body {
            try Task.checkCancellation()
            if let task = task as? URLSchemeTask { await task.write(piece) } else { task.didReceive(piece) }
            try Task.checkCancellation()
        }
        try Task.checkCancellation()
        task.didFinish()
    }

    private func requestWithBody(_ task: any WKURLSchemeTask) async throws -> URLRequest {
        var request = task.request
        guard crossOrigin.allows(request.httpMethod ?? "GET") else {
            request.httpBody = nil
            return request
        }
        if let body = request.httpBody {
            guard body.count <= largestBody else { throw tooLarge }
            return request
        }
        guard let task = task as? URLSchemeTask, request.httpMethod != "GET", request.httpMethod != "HEAD" else {
            return request
        }
        var body = Data()
        do {
            for try await chunk in task.bodyChunks() {
                guard body.count + chunk.count <= largestBody else { throw tooLarge }
                body.append(chunk)
            }
        } catch let error as UnreadableBody {
            throw RESTError.badRequest("unreadable_body", "\(error).", hint: "Send text, or an ArrayBuffer.")
        }
        if !body.isEmpty { request.httpBody = body }
        return request
    }

    private var tooLarge: RESTError {
        RESTError(
            status: 413, code: "body_too_large", message: "The body has more than \(largestBody) bytes.",
            hint: "Send it in several requests.")
    }
}

import Foundation
import SWWebView
import SchemeHandlers
import URLInterception
import URLSchemeRouter
import WebKit

private struct Order: Decodable {
    let items: Int
}

private struct Reference: Decodable {
    let id: Int
}

private struct Note: Encodable {
    let title: String
}

/// A store of notes, as an application has.
private struct Store {
    func note(_ id: Int) throws -> Note { Note(title: "\(id)") }
}

private final class FakeServer: URLProtocol {}

@Sendable private func export(_ progress: DeferredProgress) async throws -> String { "done" }

private func buy(_ order: Order) {}

/// The sample of the guide EventsAndLinks.
@MainActor
private func serveEventsAndLinks(_ view: SWWebView, _ configuration: WKWebViewConfiguration, _ store: Store)
    async throws
{
    // Events both ways, in every frame: addEventListener("cartchange", …), dispatchEvent(new CustomEvent("checkout", { detail }))
    try view.dispatchEvent("cartchange", detail: ["items": 3])
    for await event in view.events(named: "checkout") { try buy(event.detail(as: Order.self)) }

    // 202 Accepted at once, the result later: await fetchDeferred("export://all", { signal, onprogress }) in the page
    configuration.setURLSchemeHandler(
        DeferredSchemeHandler { request, progress in try await export(progress) }, forURLScheme: "export")

    // The app's own scheme: codable input and output, path parameters, x-callback-url
    let router = URLSchemeRouter(scheme: "notesapp")
    router.route("/note/:id") { (reference: Reference) in try store.note(reference.id) }
    router.openURL = { view.load(URLRequest(url: $0)) }
    view.handleLinks(toScheme: router.scheme) { router.handle($0) }

    // URLProtocol classes see the loads of an SWWebView first; with interceptsNetwork, all http(s) loads of any view
    configuration.protocolClasses = [FakeServer.self]
    configuration.interceptsNetwork = true

    // A page with status 400 or more fails its navigation, with an HTTPStatusError; frames, images and fetch do not
    view.httpStatusCheck = HTTPStatusCheck(hosts: ["app.example"], excludedPathComponents: ["api"])
}

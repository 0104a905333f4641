import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct HandleFetchTests {
    private static func answer(_ respondWith: EventResult.RespondWith, canceled: Bool = false) -> Behaviour {
        Behaviour(handlers: [
            "fetch": { _, _, _ in EventResult(canceled: canceled, respondWith: respondWith) }
        ])
    }

    /// A page that is controlled by a worker of that behaviour.
    private func controlled(_ behaviour: Behaviour) async throws -> World {
        let world = try await World()
        await world.host.script("fetches", behaviour)
        try await world.container.claim(try #require(try await world.activate("fetches").active?.id))
        return world
    }

    private func word(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .network: "network"
        case .response(let response): "response \(response.head.status)"
        case .networkError: "error"
        }
    }

    @Test(arguments: ["response", "failed", "none", "canceled", "error response", "empty", "no listener"])
    func `the outcome of a fetch event follows from respondWith, cancellation and listeners`(
        _ what: String
    ) async throws {
        var error = FetchResponse.Head()
        error.type = .error
        let empty = Behaviour(fetchListenersAreEmpty: true, handlers: ["fetch": { _, _, _ in EventResult() }])
        let cases: [String: (Behaviour, String)] = [
            "response": (Self.answer(.response(FetchResponse())), "response 200"),
            "failed": (Self.answer(.failed("rejected")), "error"),
            "none": (Self.answer(.notEntered), "network"),
            "canceled": (Self.answer(.notEntered, canceled: true), "error"),
            "error response": (Self.answer(.response(FetchResponse(error))), "error"),
            "empty": (empty, "network"),
            "no listener": (Behaviour(), "network"),
        ]
        let (behaviour, expected) = try #require(cases[what])
        let world = try await controlled(behaviour)
        let outcome = await world.container.handleFetch(world.request("sw://app.example/a"), client: world.page)
        #expect(word(outcome) == expected)
    }

    @Test(arguments: [
        (RequestMode.sameOrigin, RedirectMode.follow, FetchResponse.Kind.cors, 1, false),
        (.cors, .follow, .cors, 1, true), (.cors, .follow, .opaque, 1, false), (.noCORS, .follow, .opaque, 1, true),
        (.navigate, .manual, .opaqueredirect, 1, true), (.cors, .follow, .opaqueredirect, 1, false),
        (.navigate, .manual, .basic, 2, false), (.cors, .follow, .basic, 2, true),
    ])
    func `a response is refused if the mode or redirect mode of the request rules it out`(
        _ mode: RequestMode, _ redirect: RedirectMode, _ type: FetchResponse.Kind, _ hops: Int, _ isAllowed: Bool
    ) {
        var request = FetchRequest.Head(url: address("sw://x/"))
        request.mode = mode
        request.redirect = redirect
        var response = FetchResponse.Head()
        response.type = type
        response.urlList = Array(repeating: request.url, count: hops)
        #expect((ResponseRules.refusal(response, for: request) == nil) == isAllowed)
    }

    @Test func `a fetch of a client without a controller goes to the network`() async throws {
        let world = try await World()
        await world.host.script("fetches", Self.answer(.response(FetchResponse())))
        _ = try await world.activate("fetches")
        let outcome = await world.container.handleFetch(world.request("sw://app.example/a"), client: world.page)
        #expect(word(outcome) == "network")
    }

    @Test func `a navigation within a scope is answered and controlled by its worker`() async throws {
        let world = try await World()
        await world.host.script("fetches", Self.answer(.response(FetchResponse())))
        let registration = try await world.activate("fetches")
        let next = ClientID(rawValue: "next")
        await world.container.addClient(
            Client(id: next, url: address("sw://app.example/next"), isExecutionReady: false))
        let request = world.request("sw://app.example/next", destination: .document)
        let outcome = await world.container.handleFetch(request, reservedClient: next, replacesClient: world.page)
        #expect(word(outcome) == "response 200")
        #expect(await world.container.controller(of: next)?.id == registration.active?.id)
    }

    @Test func `a forced reload goes to the network and leaves the page without a controller`() async throws {
        let world = try await World()
        await world.host.script("fetches", Self.answer(.response(FetchResponse())))
        _ = try await world.activate("fetches")
        var request = world.request("sw://app.example/index.html", destination: .document)
        request.head.bypassesServiceWorker = true
        let outcome = await world.container.handleFetch(request, reservedClient: world.page)
        #expect(word(outcome) == "network")
        #expect(await world.container.controller(of: world.page) == nil)
    }

    @Test(arguments: [(false, "network"), (true, "error")])
    func `a worker whose fetch event hangs is stopped, and the event fails only if it entered respondWith`(
        _ entersRespondWith: Bool, _ expected: String
    ) async throws {
        let forever = Gate()
        let world = try await controlled(
            Behaviour(handlers: [
                "fetch": { _, lifetime, _ in
                    if entersRespondWith { lifetime.enterRespondWith() }
                    try await forever.wait()
                    return EventResult()
                }
            ]))
        let request = world.request("sw://app.example/a")
        let answer = Task { await world.container.handleFetch(request, client: world.page) }
        await world.timers.fire(ManualTimers.eventLimit)
        try await world.host.terminated()
        #expect(word(await answer.value) == expected)
        #expect(await world.container.controller(of: world.page) != nil)
        await world.host.script("fetches", Self.answer(.response(FetchResponse())))
        #expect(word(await world.container.handleFetch(request, client: world.page)) == "response 200")
        #expect(await world.host.log.suffix(4) == ["fetch", "terminate", "start fetches", "fetch"])
    }

    @Test func `a response is read while a promise of its fetch event pends`() async throws {
        let gate = Gate()
        let world = try await controlled(
            Behaviour(handlers: [
                "fetch": { _, lifetime, _ in
                    try lifetime.addPromise()
                    Task {
                        try await gate.wait()
                        lifetime.promiseSettled()
                    }
                    let body = BodyStream(Data("streamed".utf8))
                    return EventResult(respondWith: .response(FetchResponse(FetchResponse.Head(), body: body)))
                }
            ]))
        let outcome = await world.container.handleFetch(world.request("sw://app.example/a"), client: world.page)
        guard case .response(let response) = outcome else {
            Issue.record("The worker did not answer.")
            return
        }
        #expect(try await response.body?.collect() == Data("streamed".utf8))
        gate.open()
    }

    @Test func `a navigation preload is asked for with its header value while the worker still starts`() async throws {
        let world = try await World()
        let preloads: Behaviour.Handler = { event, _, _ in
            guard case .fetch(let fetch) = event, let preload = fetch.preloadResponse else { return EventResult() }
            return EventResult(respondWith: .response(try await preload.response()))
        }
        await world.host.script("preloads", Behaviour(handlers: ["fetch": preloads]))
        let registration = try await world.activate("preloads")
        try await world.container.setNavigationPreload(registration.id, enabled: true, headerValue: " hello ")
        #expect(await world.container.navigationPreloadState(registration.id).headerValue == "hello")
        await world.container.terminate(try #require(registration.active?.id))
        let (starts, isAskedFor, gate) = (Gate(), Gate(), Gate())
        let slow = Behaviour(
            start: {
                starts.open()
                try await gate.wait()
            }, handlers: ["fetch": preloads])
        await world.host.script("preloads", slow)
        let answer = Task {
            await world.container.handleFetch(
                world.request("sw://app.example/", destination: .document), reservedClient: world.page,
                preloader: { request in
                    isAskedFor.open()
                    var head = FetchResponse.Head()
                    head.status = request.head.headers["Service-Worker-Navigation-Preload"] == "hello" ? 201 : 500
                    return FetchResponse(head)
                })
        }
        try await starts.wait()
        try await isAskedFor.wait()
        #expect(await world.host.log.last == "start preloads", "the worker has got the event")
        gate.open()
        #expect(word(await answer.value) == "response 201")
    }
}

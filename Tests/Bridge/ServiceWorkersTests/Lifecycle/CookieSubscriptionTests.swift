import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct CookieSubscriptionTests {
    @Test func `subscriptions are stored with their registration, each once, and removed one by one`() async throws {
        let storage = try ServiceWorkerStorage()
        let world = try await World(storage: storage)
        let id = try await world.activate().id
        let all = CookieSubscription(url: address("sw://app.example/"))
        let named = CookieSubscription(name: "a", url: address("sw://app.example/path"))
        try await world.container.changeCookieSubscriptions([all, named, all], of: id, isWanted: true)
        #expect(try await storage.registrations().first?.cookieSubscriptions == [all, named])
        try await world.container.changeCookieSubscriptions([all], of: id, isWanted: false)
        #expect(await world.container.cookieSubscriptions == [id: [named]])
    }

    @Test func `an address outside of the scope and too many subscriptions are refused`() async throws {
        let world = try await World()
        let id = try await world.activate(scope: address("sw://app.example/scope/")).id
        let outside = CookieSubscription(url: address("sw://app.example/"))
        let many = (0...1000).map { CookieSubscription(name: "\($0)", url: address("sw://app.example/scope/")) }
        for list in [[outside], many] {
            await #expect(throws: ServiceWorkerError.self) {
                try await world.container.changeCookieSubscriptions(list, of: id, isWanted: true)
            }
        }
        #expect(await world.container.cookieSubscriptions.isEmpty)
    }
}

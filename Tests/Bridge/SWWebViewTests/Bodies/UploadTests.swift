import Foundation
import Testing

@testable import SWWebView

@MainActor
struct UploadTests {
    let upload = Upload(id: "u")

    @Test func `pieces are read in order, and the upload ends after the last`() async throws {
        async let sender: [Bool] = offerAll(["a", "b", "c"])
        var received: [String] = []
        while let piece = try await upload.next() { received.append(String(decoding: piece, as: UTF8.self)) }
        #expect(received == ["a", "b", "c"])
        #expect(await sender == [true, true, true])
        #expect(try await upload.next() == nil)
    }

    private func offerAll(_ texts: [String]) async -> [Bool] {
        var taken: [Bool] = []
        for (index, text) in texts.enumerated() {
            taken.append(await upload.offer(Data(text.utf8), isLast: index == texts.count - 1))
        }
        return taken
    }

    @Test func `empty pieces are taken but not handed to the reader`() async throws {
        async let sender: [Bool] = offerAll(["", "a", ""])
        #expect(try await upload.next() == Data("a".utf8))
        #expect(try await upload.next() == nil)
        #expect(await sender == [true, true, true])
    }

    @Test func `a reader that waits gets the next piece`() async throws {
        let reader = Task.immediate { @MainActor in try await upload.next() }
        #expect(await upload.offer(Data("a".utf8), isLast: true))
        #expect(try await reader.value == Data("a".utf8))
    }

    @Test func `dropping an upload refuses the piece that waits and every later one`() async {
        let sender = Task.immediate { @MainActor in await upload.offer(Data("a".utf8), isLast: false) }
        upload.drop()
        #expect(await sender.value == false)
        #expect(await upload.offer(Data("b".utf8), isLast: true) == false)
    }

    @Test func `reading an upload that is dropped throws networkConnectionLost`() async {
        let reader = Task.immediate { @MainActor in try await upload.next() }
        upload.drop()
        await #expect(throws: URLError(.networkConnectionLost)) { try await reader.value }
        await #expect(throws: URLError(.networkConnectionLost)) { try await upload.next() }
    }

    @Test func `an upload is abandoned when the task of its reader is cancelled`() async {
        var isAbandoned = false
        let upload = Upload(id: "u") { isAbandoned = true }
        let reader = Task.immediate { @MainActor in try await upload.next() }
        reader.cancel()
        await #expect(throws: URLError(.networkConnectionLost)) { try await reader.value }
        #expect(isAbandoned)
        #expect(await upload.offer(Data("a".utf8), isLast: true) == false)
    }

    @Test func `a sender that has failed is not told to stop, and the reader gets its failure`() async {
        let upload = Upload(id: "u") { Issue.record("The sender knows") }
        upload.fail(URLError(.badServerResponse))
        upload.drop()
        await #expect(throws: URLError(.badServerResponse)) { try await upload.next() }
    }

    @Test func `what was sent before a failure is read before it`() async throws {
        let sender = Task.immediate { @MainActor in await upload.offer(Data("a".utf8), isLast: false) }
        upload.fail(URLError(.badServerResponse))
        #expect(try await upload.next() == Data("a".utf8))
        #expect(await sender.value == false)
        await #expect(throws: URLError(.badServerResponse)) { try await upload.next() }
    }

    @Test func `an upload that is dropped after its end gives no error`() async throws {
        async let sender: [Bool] = offerAll(["a"])
        #expect(try await upload.next() == Data("a".utf8))
        _ = await sender
        upload.drop()
        #expect(try await upload.next() == nil)
    }
}

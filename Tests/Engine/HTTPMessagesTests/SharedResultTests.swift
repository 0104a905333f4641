import HTTPMessages
import TestSupport
import Testing

@MainActor @Suite(.hangLimit(minutes: 1))
struct SharedResultTests {
    private struct Failure: Error {}

    @Test func `tasks that wait go on in their order`() async throws {
        let shared = SharedResult<Int>()
        var (came, order) = ([Int](), [Int]())
        for number in 0..<20 {
            Task { @MainActor in
                came.append(number + 100)
                let value = try await shared.value()
                order.append(number + value)
            }
        }
        while came.count < 20 { await Task.yield() }
        shared.set(.success(100))
        // To wait for a task gives it another place in the queue.
        while order.count < 20 { await Task.yield() }
        #expect(order == came)
        #expect(try await shared.value() == 100)
    }

    @Test func `a task that comes after the result does not overtake those that wait`() async throws {
        let shared = SharedResult<Void>()
        var (came, order) = ([Int](), [Int]())
        func wait(_ number: Int) {
            Task { @MainActor in
                came.append(number)
                try await shared.value()
                order.append(number)
            }
        }
        for number in 0..<3 { wait(number) }
        while came.count < 3 { await Task.yield() }
        shared.set(.success(()))
        for number in 3..<6 { wait(number) }
        while order.count < 6 { await Task.yield() }
        #expect(order == came)
    }

    @Test func `the first result stays`() async throws {
        let shared = SharedResult<Int>()
        shared.set(.failure(Failure()))
        shared.set(.success(1))
        await #expect(throws: Failure.self) { try await shared.value() }
    }
}

import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests that WebKit's processes inherit no descriptors: cancelled transfers and ports of stopped servers would stay open in
/// them.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct InheritedDescriptorTests {
    @Test func `an open socket is not inherited by the processes of a new view`() async throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        let name = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(socket)")
        let view = await openView()
        #expect(try withExtendedLifetime(view) { try holders(of: name) } == [])
    }

    @Test func `a file that is opened while WebKit's processes start is not inherited by them`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "opened")
        let opening = Opening(folder.path("opened"))
        defer { opening.stop() }
        let view = await openView()
        opening.stop()
        #expect(try withExtendedLifetime(view) { try holders(of: folder.path("opened")) } == [])
    }

    private func openView() async -> WKWebView {
        let (pages, navigations) = (Pages(), Navigations())
        pages["/"] = "<p>page"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        return view
    }

    /// Returns the children of this process, WebKit's, that hold the target of a link in /proc open.
    private func holders(of name: String) throws -> [pid_t] {
        let files = FileManager.default
        let children = try WebKitProcesses.named()
        #expect(children.count >= 2)
        return children.filter { child in
            let folder = "/proc/\(child)/fd"
            let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return descriptors.contains { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == name }
        }
    }
}

/// A thread that opens a file again and again, so that some descriptor of it is younger than any moment.
private final class Opening: Sendable {
    private let isOver = Atomic(false)

    init(_ path: String) {
        Thread.detachNewThread { [self] in
            var descriptors: [Int32] = []
            while !isOver.load(ordering: .relaxed) {
                descriptors.append(open(path, O_RDONLY))
                if descriptors.count == 8 { close(descriptors.removeFirst()) }
            }
            for descriptor in descriptors { close(descriptor) }
        }
    }

    func stop() { isOver.store(true, ordering: .relaxed) }
}

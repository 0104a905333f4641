import Foundation
import Glibc
import Testing
import WebKit

@MainActor
struct InheritedDescriptorTests {
    /// What WebKit's processes hold stays open when the host closes it: cancelled transfers, ports of stopped servers.
    @Test func processesOfWebKitInheritNoDescriptors() async throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        let files = FileManager.default
        let name = try files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(socket)")
        let (pages, navigations) = (Pages(), Navigations())
        pages["/"] = "<p>page"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let children = try files.contentsOfDirectory(atPath: "/proc").filter { entry in
            guard let status = try? String(contentsOfFile: "/proc/\(entry)/status", encoding: .utf8) else {
                return false
            }
            return status.hasPrefix("Name:\tWebKit") && status.contains("PPid:\t\(getpid())\n")
        }
        #expect(children.count >= 2)
        let holders = children.filter { child in
            let folder = "/proc/\(child)/fd"
            let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return descriptors.contains { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == name }
        }
        #expect(holders == [])
    }
}

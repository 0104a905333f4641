import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The features of the simulated iOS in pages, and the private files of a store.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct IOSFeatureViewTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        pages["/"] = "<title>Page</title><body>"
    }

    private static let found = """
        const has = { storage: 'storage' in navigator, estimate: 'estimate' in (self.StorageManager?.prototype ?? {}),
            files: 'getDirectory' in (self.StorageManager?.prototype ?? {}), orientation: 'orientation' in screen,
            angles: 'altitudeAngle' in PointerEvent.prototype, mutations: 'MutationEvent' in self,
            alpha: 'alpha' in HTMLInputElement.prototype, streams: 'FileSystemWritableFileStream' in self };
        return Object.keys(has).filter((name) => has[name]).join(' ');
        """

    @Test(arguments: [
        (IOSRelease(15), "mutations"), (IOSRelease(16), "storage files mutations"),
        (IOSRelease(17), "storage estimate files orientation mutations"),
        (IOSRelease(18, 4), "storage estimate files orientation angles mutations alpha"),
        (IOSRelease.newest, "storage estimate files orientation angles alpha streams"),
    ])
    func `a page has the features of the release`(release: IOSRelease, features: String) async throws {
        let view = makeView(pages, navigations) { $0.iosRelease = release }
        await view.open("app://host/", navigations)
        #expect(try await view.call(Self.found) as? String == features)
    }

    private func write(_ name: String, in store: WKWebsiteDataStore) async throws -> WKWebView {
        let view = makeView(pages, navigations) { $0.websiteDataStore = store }
        await view.open("app://files.example/", navigations)
        try await view.call(
            """
            const file = await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true });
            const stream = await file.createWritable();
            await stream.write("text");
            await stream.close();
            """, ["name": name])
        return view
    }

    private static let list = """
        const names = [];
        for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
        return names.sort().join(' ');
        """

    @Test func `a store in a folder keeps private files, lists their site, and removes them`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "swwebview-files-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = WKWebsiteDataStore.persistent(in: folder)
        let types: Set = [WKWebsiteDataTypeFileSystem]
        var view = try await write("one.txt", in: store)
        view = try await write("two.txt", in: store)
        #expect(try await view.call(Self.list) as? String == "one.txt two.txt")
        let records = await store.dataRecords(ofTypes: types)
        #expect(records.map(\.displayName) == ["files.example"])
        #expect(records.first?.dataTypes == types)
        await store.removeData(ofTypes: [WKWebsiteDataTypeLocalStorage], for: records)
        await store.removeData(ofTypes: types, modifiedSince: Date(timeIntervalSinceNow: 3600))
        #expect(try await view.call(Self.list) as? String == "one.txt two.txt")
        await store.removeData(ofTypes: types, for: records)
        #expect(try await view.call(Self.list) as? String == "")
        #expect(await store.dataRecords(ofTypes: types).isEmpty)
        view = try await write("three.txt", in: store)
        #expect(try await view.call(Self.list) as? String == "three.txt")
        await store.removeData(ofTypes: types, modifiedSince: Date(timeIntervalSinceNow: -3600))
        #expect(try await view.call(Self.list) as? String == "")
    }

    @Test func `a temporary store has private files, and is not persistent`() async throws {
        let store = WKWebsiteDataStore.temporary()
        #expect(!store.isPersistent)
        let view = try await write("one.txt", in: store)
        #expect(try await view.call(Self.list) as? String == "one.txt")
        let memory = WKWebsiteDataStore.nonPersistent()
        await #expect(throws: (any Error).self) { _ = try await write("one.txt", in: memory) }
    }
}

import ProcessFiles

/// Lets an initializer return an object that exists already.
@MainActor
private protocol ExistingObject {}

extension ExistingObject {
    fileprivate init(existing: Self) { self = existing }
}

extension WKWebsiteDataStore: ExistingObject {
    /// Makes the persistent store with a UUID: the same object as before while that is held, and always the same data. Apple API.
    ///
    /// The data is in a folder `swwebview-stores/UUID` beside the default store's. The zero UUID is misuse, see ``WKException``.
    public convenience init(forIdentifier identifier: UUID) {
        // No subclass can be made: the other initializers are the module's own.
        self.init(existing: unsafeDowncast(Self.store(for: identifier), to: Self.self))
    }

    /// Removes the data of the store with a UUID; a store without data is no mistake. Apple API.
    ///
    /// - Parameter completionHandler: gets nil, or an error: while the store or a view of it is in use, or where files can't be
    ///   removed.
    public class func remove(
        forIdentifier identifier: UUID, completionHandler: @escaping @MainActor ((any Error)?) -> Void
    ) {
        Task { @MainActor in
            do {
                try await remove(forIdentifier: identifier)
                completionHandler(nil)
            } catch {
                completionHandler(error)
            }
        }
    }

    /// Removes the data of the store with a UUID; a store without data is no mistake. Apple API.
    ///
    /// - Throws: an error while the store or a view of it is in use, or where files can't be removed.
    public class func remove(forIdentifier identifier: UUID) async throws {
        guard isValid(identifier) else { return }
        let folder = folder(of: identifier)
        if storeInUse(in: folder) != nil { throw removalError("Data store is in use") }
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        // A network process that is about to end may still write there.
        let doomed = storesFolder.appendingPathComponent("removed-\(UUID().uuidString)", isDirectory: true)
        do {
            try FileManager.default.moveItem(at: folder, to: doomed)
            try await removeFiles(doomed)
        } catch {
            throw removalError("Failed to delete files on disk: \(error.localizedDescription)")
        }
    }

    /// Gives the UUIDs of all stores that have data to the handler. Apple API.
    public class func fetchAllDataStoreIdentifiers(_ completionHandler: @escaping @MainActor ([UUID]) -> Void) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: storesFolder.path)) ?? []
        let identifiers = names.compactMap { UUID(uuidString: $0) }
        DispatchQueue.main.async { completionHandler(identifiers) }
    }

    /// The UUIDs of all stores that have data. Apple API.
    public class var allDataStoreIdentifiers: [UUID] {
        get async {
            await withCheckedContinuation { continuation in
                fetchAllDataStoreIdentifiers { continuation.resume(returning: $0) }
            }
        }
    }

    private static var storesFolder: URL { userFolder.appendingPathComponent("swwebview-stores", isDirectory: true) }

    private static func folder(of identifier: UUID) -> URL {
        storesFolder.appendingPathComponent(identifier.uuidString, isDirectory: true)
    }

    private static func store(for identifier: UUID) -> WKWebsiteDataStore {
        guard isValid(identifier) else { return .nonPersistent() }
        let folder = folder(of: identifier)
        // The folder makes the store known to later processes, also before a page keeps data in it.
        try? PrivateFiles.claim(folder)
        return store(in: folder, identifier: identifier)
    }

    private static func isValid(_ identifier: UUID) -> Bool {
        if identifier.uuidString != "00000000-0000-0000-0000-000000000000" { return true }
        WKException.raise(.invalidArgumentException, "Identifier (\(identifier)) is invalid for data store")
        return false
    }

    @concurrent
    private nonisolated static func removeFiles(_ folder: URL) async throws {
        try FileManager.default.removeItem(at: folder)
    }

    private static func removalError(_ text: String) -> NSError {
        NSError(domain: "WKWebSiteDataStore", code: 1, userInfo: [NSLocalizedDescriptionKey: text])
    }
}

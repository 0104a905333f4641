extension WKWebsiteDataStore {
    /// Gives data of those kinds to the handler, in a form that ``restoreData(_:completionHandler:)`` takes. Apple API.
    ///
    /// The only kind is `WKWebsiteDataTypeLocalStorage`. The data holds the local storage of every origin that a page of the
    /// store's views has had. Unlike on iOS the data is without the local storage of frames from another origin than their page's; WebKit
    /// keeps that only while such a frame is open.
    /// - Parameter completionHandler: gets the data, or a `WKError` for another kind and for storage that can't be read.
    public func fetchData(
        of dataTypes: Set<String>, completionHandler: @escaping @MainActor (Data?, (any Error)?) -> Void
    ) {
        Task { @MainActor in
            do {
                completionHandler(try await fetchData(of: dataTypes), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Returns data of those kinds, in a form that ``restoreData(_:)`` takes. Apple API.
    ///
    /// See the form with a handler for the kinds.
    /// - Throws: a `WKError` for another kind than `WKWebsiteDataTypeLocalStorage`, and for storage that can't be read.
    public func fetchData(of dataTypes: Set<String>) async throws -> Data? {
        let unknown = dataTypes.subtracting([WKWebsiteDataTypeLocalStorage]).sorted()
        guard unknown.isEmpty else {
            throw WebsiteDataArchive.error(
                "\(unknown.joined(separator: ", ")) can't be fetched; pass WKWebsiteDataTypeLocalStorage only")
        }
        var archive = WebsiteDataArchive(types: dataTypes)
        guard !dataTypes.isEmpty else { return try archive.data() }
        let page = StoragePage(self)
        for origin in storageOrigins.sorted() {
            let items = try await page.localStorage(of: origin)
            if items != "[]" { archive.localStorage[origin] = items }
        }
        return try archive.data()
    }

    /// Puts data back that ``fetchData(of:completionHandler:)`` gave, of this store or another one. Apple API.
    ///
    /// Items with other keys stay.
    /// - Parameter completionHandler: gets nil, or a `WKError` for data of another form and for storage that can't be written.
    public func restoreData(_ data: Data, completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        Task { @MainActor in
            do {
                try await restoreData(data)
                completionHandler(nil)
            } catch {
                completionHandler(error)
            }
        }
    }

    /// Puts data back that ``fetchData(of:)`` returned, of this store or another one. Apple API.
    ///
    /// Items with other keys stay.
    /// - Throws: a `WKError` for data of another form and for storage that can't be written.
    public func restoreData(_ data: Data) async throws {
        let archive = try WebsiteDataArchive(data)
        guard !archive.localStorage.isEmpty else { return }
        let page = StoragePage(self)
        for (origin, items) in archive.localStorage.sorted(by: { $0.key < $1.key }) {
            try await page.setLocalStorage(items, of: origin)
        }
    }

    /// Removes the local storage and the databases of an origin, such as `sw://app.example`, for which WebKit has no record.
    package func clearStorage(of origin: String) async throws { try await StoragePage(self).clear(origin) }

    /// The origins that may have local storage: those on the disk, and those of pages that this process has shown.
    private var storageOrigins: Set<String> {
        shownOrigins.union(storageFolder.map { StorageOrigin.origins(in: $0) } ?? [])
    }
}

import CWebKitGTK

extension WKWebsiteDataStore {
    /// Returns a record for each site that has data of those kinds, of WebKit, of the companion, or of cookies that wait.
    func findRecords(ofTypes dataTypes: Set<String>) async -> [WKWebsiteDataRecord] {
        var others = await dataCompanion?.websiteData(ofTypes: dataTypes) ?? [:]
        if dataTypes.contains(WKWebsiteDataTypeCookies) {
            for cookie in httpCookieStore.heldCookies {
                others[WKWebsiteDataRecord.site(of: cookie), default: []].insert(WKWebsiteDataTypeCookies)
            }
        }
        if dataTypes.contains(WKWebsiteDataTypeFileSystem), let storageFolder {
            for site in PrivateFileSystems.sites(in: storageFolder) {
                others[site, default: []].insert(WKWebsiteDataTypeFileSystem)
            }
        }
        var records: [WKWebsiteDataRecord] = []
        for found in await fetchRecords(WebsiteDataTypes.bits(of: dataTypes)) {
            let more = others.removeValue(forKey: found.displayName) ?? []
            records.append(
                more.isEmpty
                    ? found
                    : WKWebsiteDataRecord(
                        name: found.displayName, types: found.dataTypes.union(more), handle: found.handle))
        }
        for (name, types) in others { records.append(WKWebsiteDataRecord(name: name, types: types, handle: nil)) }
        return records
    }

    /// Removes data of those kinds that the records' sites have.
    func remove(_ dataTypes: Set<String>, of dataRecords: [WKWebsiteDataRecord]) async {
        await dataCompanion?.removeWebsiteData(ofTypes: dataTypes, sites: Set(dataRecords.map(\.displayName)))
        if dataTypes.contains(WKWebsiteDataTypeCookies) {
            let sites = Set(dataRecords.map(\.displayName))
            httpCookieStore.removeHeldCookies { sites.contains(WKWebsiteDataRecord.site(of: $0)) }
            // The refresh ends once WebKit has the cookies that pages have set.
            await knownCookieMirror?.refresh()
            knownCookieMirror?.removeAll { sites.contains(WKWebsiteDataRecord.displayName(ofHost: $0.domain)) }
        }
        if dataTypes.contains(WKWebsiteDataTypeFileSystem), let storageFolder {
            let sites = Set(dataRecords.map(\.displayName))
            PrivateFileSystems.removeFiles(in: storageFolder) { sites.contains($0) }
        }
        let bits = WebsiteDataTypes.bits(of: dataTypes)
        let handles = dataRecords.map(\.handle).filter { $0 != nil }
        guard bits != 0, !handles.isEmpty else { return }
        let context = preparedContext
        await withCheckedContinuation { (continuation: Continuation) in
            cwk_context_remove_data(
                context.handle, bits, handles, handles.count, Self.resume, Self.retained(continuation))
        }
        withExtendedLifetime((context, dataRecords)) {}
    }

    /// Removes data of those kinds that was modified since a date.
    func remove(_ dataTypes: Set<String>, modifiedSince date: Date) async {
        let isAll = date.timeIntervalSince1970 <= 0
        await dataCompanion?.removeWebsiteData(ofTypes: dataTypes, modifiedSince: date)
        if dataTypes.contains(WKWebsiteDataTypeCookies) {
            await knownCookieMirror?.refresh()
            await httpCookieStore.removeCookies(modifiedSince: date)
            if isAll { knownCookieMirror?.removeAll() }
        }
        if dataTypes.contains(WKWebsiteDataTypeFileSystem), let storageFolder {
            PrivateFileSystems.removeFiles(in: storageFolder, since: date)
        }
        let age = Date().timeIntervalSince(date)
        guard age > 0 else { return }
        let bits = WebsiteDataTypes.bits(of: isAll ? dataTypes : dataTypes.subtracting([WKWebsiteDataTypeCookies]))
        guard bits != 0 else { return }
        let context = preparedContext
        await withCheckedContinuation { (continuation: Continuation) in
            cwk_context_clear_data(
                context.handle, bits, isAll ? 0 : Int64(age * 1_000_000), Self.resume, Self.retained(continuation))
        }
        withExtendedLifetime(context) {}
    }

    // MARK: Shim

    private typealias Continuation = CheckedContinuation<Void, Never>
    private typealias RecordsContinuation = CheckedContinuation<[WKWebsiteDataRecord], Never>

    private var dataCompanion: (any WebsiteDataCompanion)? { companion as? any WebsiteDataCompanion }

    private static let resume: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
        ShimCallback.retained(context, Box<Continuation>.self) { $0.value.resume() }
    }

    private static func retained<Value>(_ value: Value) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Box(value)).toOpaque()
    }

    private func fetchRecords(_ bits: UInt32) async -> [WKWebsiteDataRecord] {
        guard bits != 0 else { return [] }
        let context = preparedContext
        defer { withExtendedLifetime(context) {} }
        return await withCheckedContinuation { (continuation: RecordsContinuation) in
            cwk_context_fetch_data(
                context.handle, bits,
                { handles, count, context in
                    let addresses = UnsafeBufferPointer(start: handles, count: count).map { UInt(bitPattern: $0) }
                    ShimCallback.retained(context, Box<RecordsContinuation>.self) { continuation in
                        continuation.value.resume(returning: addresses.compactMap { WKWebsiteDataStore.record(at: $0) })
                    }
                }, Self.retained(continuation))
        }
    }

    private static func record(at address: UInt) -> WKWebsiteDataRecord? {
        guard let handle = OpaquePointer(bitPattern: address) else { return nil }
        return WKWebsiteDataRecord(
            name: cwk_website_data_name(handle).map { String(cString: $0) } ?? "",
            types: WebsiteDataTypes.types(of: cwk_website_data_types(handle)), handle: handle)
    }
}

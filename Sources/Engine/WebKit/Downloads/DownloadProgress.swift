/// The progress of a download, with observable values.
final class DownloadProgress: Progress, @unchecked Sendable {
    // The observers. Only the main actor reads and writes them.
    @MainActor var changes = PropertyChanges<Void>()

    init() {
        super.init(parent: nil, userInfo: nil)
        kind = .file
        setUserInfoObject(Progress.FileOperationKind.downloading, forKey: .fileOperationKindKey)
        totalUnitCount = -1
        isCancellable = true
    }

    /// Reports the number of saved bytes and of expected bytes, which is -1 where it is unknown.
    @MainActor
    func report(saved: Int64, expected: Int64) {
        if totalUnitCount != expected { totalUnitCount = expected }
        completedUnitCount = saved
        changes.notify(())
    }

    /// Reports that all bytes are saved.
    @MainActor
    func end() { report(saved: completedUnitCount, expected: completedUnitCount) }
}

extension Progress {
    /// The file that the operation works on. Foundation API that Foundation on Linux lacks.
    public var fileURL: URL? {
        get { userInfo[.fileURLKey] as? URL }
        set { setUserInfoObject(newValue, forKey: .fileURLKey) }
    }
}

extension NSObjectProtocol where Self: Progress {
    /// Calls `changeHandler` when a value of a download's progress changes, on the main actor. Foundation API.
    ///
    /// ```swift
    /// observation = download.progress.observe(\.fractionCompleted) { progress, _ in bar.value = progress.fractionCompleted }
    /// ```
    ///
    /// Unlike on iOS only ``WKDownload/progress`` can be observed: any other progress is misuse, see ``WKException``. The
    /// caller must keep the observation. The observation ends when the caller releases it.
    @preconcurrency @MainActor
    public func observe<Value: Equatable>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        guard let progress = self as? DownloadProgress else {
            WKException.raise(.undefinedKeyException, "Only the progress of a download can be observed")
            return NSKeyValueObservation {}
        }
        return NSKeyValueObservation.begin(
            keyPath, of: self, as: true, options: options,
            add: { listener in progress.changes.add { _ in listener(true) } },
            remove: { [weak progress] in progress?.changes.remove($0) }, changeHandler: changeHandler)
    }
}

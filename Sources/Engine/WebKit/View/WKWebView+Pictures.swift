import CWebKitGTK

typealias PictureCompletion = @MainActor (Result<WKSnapshotImage, any Error>) -> Void

extension WKWebView {
    /// Takes a picture of the visible part of the page. Apple API.
    public func takeSnapshot(configuration: WKSnapshotConfiguration?) async throws -> WKSnapshotImage {
        try await withCheckedThrowingContinuation { continuation in
            takePicture(configuration, fullPage: false) { continuation.resume(with: $0) }
        }
    }

    /// Takes a picture of the whole page, including the parts that are out of sight. An addition to Apple's API.
    public func takeFullPageSnapshot() async throws -> WKSnapshotImage {
        try await takeFullPageSnapshot(of: .null)
    }

    /// Takes a picture of a part of the page, also when it is out of sight. `rect` is in CSS pixels of the page.
    package func takeFullPageSnapshot(of rect: CGRect) async throws -> WKSnapshotImage {
        let configuration = WKSnapshotConfiguration()
        configuration.rect = rect
        return try await takeFullPageSnapshot(configuration: configuration)
    }

    /// Takes a picture of a part of the page, also when it is out of sight.
    func takeFullPageSnapshot(configuration: WKSnapshotConfiguration) async throws -> WKSnapshotImage {
        try await withCheckedThrowingContinuation { continuation in
            takePicture(configuration, fullPage: true) { continuation.resume(with: $0) }
        }
    }

    func takePicture(
        _ configuration: WKSnapshotConfiguration?, fullPage: Bool,
        completion: @escaping PictureCompletion
    ) {
        guard let handle else { return completion(.failure(WKError(.webViewInvalidated))) }
        var options = CWKPictureOptions()
        options.full_page = fullPage
        options.scaled_width = configuration?.snapshotWidth?.doubleValue ?? 0
        if let rect = configuration?.rect, !rect.isNull {
            guard rect.width > 0, rect.height > 0 else {
                return completion(.success(WKSnapshotImage(size: .zero, png: Data())))
            }
            (options.x, options.y) = (Double(rect.minX), Double(rect.minY))
            (options.width, options.height) = (Double(rect.width), Double(rect.height))
        }
        let context = Unmanaged.passRetained(Box(completion)).toOpaque()
        cwk_view_snapshot(
            handle, options,
            { png, length, width, height, error, context in
                let bytes = png.map { Data(bytes: $0, count: length) }
                ShimCallback.retained(context, Box<PictureCompletion>.self) { completion in
                    guard let bytes else { return completion.value(.failure(WKError(.unknown))) }
                    let size = CGSize(width: Int(width), height: Int(height))
                    completion.value(.success(WKSnapshotImage(size: size, png: bytes)))
                }
            }, context)
    }
}

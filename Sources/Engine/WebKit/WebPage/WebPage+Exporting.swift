public import UniformTypeIdentifiers

extension WebPage {
    /// A form in which a page leaves, with its settings. Apple API.
    public struct ExportedContentConfiguration: Sendable {
        /// A part of a page. Apple API.
        public struct Region: Sendable {
            fileprivate let rect: CGRect?

            /// The whole page, also where it is out of sight. Apple API.
            public static var contents: Self { Self(rect: nil) }

            /// A rectangle of the page, in points. Apple API.
            public static func rect(_ rect: CGRect) -> Self { Self(rect: rect) }
        }

        fileprivate enum Form {
            case pdf(Region, isTransparent: Bool)
            case image(Region, isTransparent: Bool, width: CGFloat?, afterUpdates: Bool)
        }

        fileprivate let form: Form

        /// A PDF of the page. Apple API. Unlike on iOS it always has the whole page, on sheets of paper.
        public static func pdf(region: Region = .contents, allowTransparentBackground: Bool = false) -> Self {
            Self(form: .pdf(region, isTransparent: allowTransparentBackground))
        }

        /// A PNG picture of the page. Apple API.
        ///
        /// - Parameters:
        ///   - region: the part of the page.
        ///   - allowTransparentBackground: whether a page without a background leaves the picture clear.
        ///   - snapshotWidth: the width of the picture in points; nil for that of the region.
        ///   - afterScreenUpdates: whether to draw first what has changed.
        public static func image(
            region: Region = .contents, allowTransparentBackground: Bool = false, snapshotWidth: CGFloat? = nil,
            afterScreenUpdates: Bool = true
        ) -> Self {
            Self(
                form: .image(
                    region, isTransparent: allowTransparentBackground, width: snapshotWidth,
                    afterUpdates: afterScreenUpdates))
        }
    }

    /// Returns the page as a PDF or a picture. Apple API.
    ///
    /// ```swift
    /// let square = CGRect(x: 0, y: 0, width: 100, height: 100)
    /// let picture = try await page.exported(as: .image(region: .rect(square)))
    /// ```
    ///
    /// - Throws: ``WKError`` where there is no page to show.
    public nonisolated func exported(as representation: ExportedContentConfiguration) async throws -> Data {
        try await export(representation)
    }

    /// Returns the page in a type: `.webArchive`, `.pdf`, `.png` and `.image` for a PNG picture, or `.url` for its address. Apple API, there
    /// that of `Transferable`.
    ///
    /// - Throws: ``WKError`` for another type, and where there is no page to show.
    public nonisolated func exported(as contentType: UTType) async throws -> Data { try await export(contentType) }

    private func export(_ contentType: UTType) async throws -> Data {
        switch contentType {
        case .webArchive:
            return try await withCheckedThrowingContinuation { continuation in
                view.createWebArchiveData { continuation.resume(with: $0) }
            }
        case .pdf: return try await export(.pdf())
        case .png, .image: return try await export(.image())
        case .url:
            if let url { return Data(url.absoluteString.utf8) }
            throw WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The page has no address yet"])
        default:
            let text = "A page has no form of the type \(contentType.identifier): use webArchive, pdf, image or url"
            throw WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
        }
    }

    private func export(_ representation: ExportedContentConfiguration) async throws -> Data {
        switch representation.form {
        case .pdf(let region, let isTransparent):
            let configuration = WKPDFConfiguration()
            configuration.rect = region.rect
            configuration.allowTransparentBackground = isTransparent
            return try await view.pdf(configuration: configuration)
        case .image(let region, let isTransparent, let width, let afterUpdates):
            let configuration = WKSnapshotConfiguration()
            configuration.rect = region.rect ?? .null
            configuration.snapshotWidth = width.map { NSNumber(value: Double($0)) }
            configuration.afterScreenUpdates = afterUpdates
            let wasOpaque = view.isOpaque
            if isTransparent { view.isOpaque = false }
            defer { view.isOpaque = wasOpaque }
            return try await view.takeFullPageSnapshot(configuration: configuration).pngData() ?? Data()
        }
    }
}

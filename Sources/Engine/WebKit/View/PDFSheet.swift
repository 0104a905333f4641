import CWebKitGTK

/// The sheet of a PDF that has a page, or a part of it. Lengths are in points, which CSS pixels become, enlarged by the page's zoom.
struct PDFSheet {
    private static let millimetres = 25.4 / 72

    private let page: CGSize
    private let part: CGRect
    private let scale: Double

    /// - Parameters:
    ///   - part: nil for the whole page. The sheet is nil for a part without area.
    ///   - zoom: the page's zoom, which WebKit leaves out when it prints.
    init?(page: CGSize, part: CGRect?, zoom: Double) {
        let part = part ?? CGRect(origin: .zero, size: page)
        guard part.width > 0, part.height > 0,
            [part.minX, part.minY, part.maxX, part.maxY].allSatisfy({ abs($0) < 1e7 })
        else { return nil }
        self.page = page
        self.part = part
        // WebKit prints a CSS pixel as four fifths of a point.
        scale = 1.25 * zoom
    }

    /// The options for a print of WebKit's first page. They have margins below zero, which put the surroundings of the part outside
    /// of the sheet.
    var options: CWKPrintOptions {
        var options = CWKPrintOptions()
        options.backgrounds = true
        options.scale = scale
        (options.width, options.height) = (part.width * Self.millimetres, part.height * Self.millimetres)
        // The scale enlarges the left and upper margins, too. The others make the printed area as large as the page.
        options.left = -part.minX / scale * Self.millimetres
        options.top = -part.minY / scale * Self.millimetres
        options.right = options.width - options.left - page.width * Self.millimetres
        options.bottom = options.height - options.top - page.height * Self.millimetres
        return options
    }
}

import Foundation

/// A content to print. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIPrintFormatter: NSObject {
    override init() { super.init() }
}

/// A view as a content to print, see ``UIView/viewPrintFormatter()``. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIViewPrintFormatter: UIPrintFormatter {
    /// The view. UIKit API.
    public let view: UIView

    init(view: UIView) {
        self.view = view
        super.init()
    }
}

/// A view that has a document for paper. Main actor only.
@MainActor
package protocol PrintableView: UIView {
    /// Makes a PDF of the view's content on paper.
    func pdfOnPaper() async throws -> Data
}

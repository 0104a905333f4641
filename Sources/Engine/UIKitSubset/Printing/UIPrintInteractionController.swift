public import Foundation

/// The printing of an application. UIKit API. Main actor only.
///
/// ```swift
/// let printing = UIPrintInteractionController.shared
/// printing.printFormatter = webView.viewPrintFormatter()
/// printing.present(animated: true) { _, completed, error in … }
/// ```
///
/// Unlike on iOS there is no panel and no printer: the controller prints the whole document into ``printedDocuments``.
@preconcurrency @MainActor
open class UIPrintInteractionController: NSObject {
    /// A closure that is called after printing, with whether a document was printed, or else an error. UIKit API.
    public typealias CompletionHandler = @MainActor (UIPrintInteractionController, Bool, (any Error)?) -> Void

    /// The only controller. UIKit API.
    open class var shared: UIPrintInteractionController { controller }
    private static let controller = UIPrintInteractionController()
    /// Whether the application can print: true. UIKit API.
    open class var isPrintingAvailable: Bool { true }

    private override init() { super.init() }

    /// The content to print. UIKit API. Only a web view has a document.
    open var printFormatter: UIPrintFormatter?
    /// The job. UIKit API; stored only.
    open var printInfo: UIPrintInfo?
    /// The documents that were printed, as PDF. Not of UIKit's API: a test reads and empties the list.
    public var printedDocuments: [Data] = []

    /// Prints the content, and returns whether there is one. UIKit API.
    @discardableResult
    open func present(animated: Bool, completionHandler completion: CompletionHandler? = nil) -> Bool {
        guard let view = (printFormatter as? UIViewPrintFormatter)?.view as? any PrintableView else { return false }
        Task {
            do {
                printedDocuments.append(try await view.pdfOnPaper())
                completion?(self, true, nil)
            } catch {
                completion?(self, false, error)
            }
        }
        return true
    }
}

/// A job of printing. UIKit API; stored only. Main actor only.
@preconcurrency @MainActor
open class UIPrintInfo: NSObject {
    /// The kind of the content. UIKit API.
    public enum OutputType: Int, Sendable {
        case general, photo, grayscale, photoGrayscale
    }

    /// The name of the job. UIKit API.
    open var jobName = ""
    /// The kind of the content. UIKit API.
    open var outputType = OutputType.general

    /// Makes a job without a name. UIKit API. Unlike on iOS the dictionary is not read.
    public init(dictionary: [AnyHashable: Any]? = nil) { super.init() }

    /// Makes a job without a name. UIKit API.
    open class func printInfo() -> UIPrintInfo { UIPrintInfo() }
}

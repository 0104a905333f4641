import Foundation
import WebKit

/// Finds navigations with which a page only wants to arrive where it is: at its own address under https, or there again and
/// again.
///
/// Pages that redirect to https set `location.protocol`. Under `sw://` the URL standard makes that a navigation to the same address,
/// and the next document does the same. No script can replace `location.protocol`.
struct SelfNavigations {
    /// What becomes of a navigation.
    enum Verdict: Equatable {
        case proceed
        /// The page is there.
        case arrived
        /// The page has navigated to its own address too often, right after it was loaded.
        case looped
    }

    /// How many documents in a row may navigate to their own address at once.
    private static let most = 3
    /// How old a document is that does so at once.
    private static let youth: Duration = .seconds(5)

    private var address: String?
    private var committed: ContinuousClock.Instant?
    /// Whether the document has not loaded yet.
    private(set) var isLoading = false
    private var count = 0
    private var isUnderway = false

    /// A document is shown, under its `sw://` address.
    mutating func commit(_ url: URL?, at now: ContinuousClock.Instant) {
        if !isUnderway { count = 0 }
        (address, committed, isLoading, isUnderway) = (url?.textWithoutFragment, now, true, false)
    }

    /// The document has loaded.
    mutating func finish() { isLoading = false }

    /// Judges a navigation that a script of the main frame began.
    ///
    /// - Parameters:
    ///   - isServedSecurely: whether the page's own https address is the page.
    ///   - waits: whether whoever else navigates the view waits for each load, as a WebDriver does.
    mutating func judge(
        _ url: URL, isServedSecurely: Bool, waits: Bool, at now: ContinuousClock.Instant
    ) -> Verdict {
        guard let address, url.fragment == nil else { return .proceed }
        let target = url.absoluteString
        if isServedSecurely, target == "https\(address.dropFirst(Addresses.scheme.count))" { return .arrived }
        guard target == address, isLoading || !waits && committed.map({ now - $0 < Self.youth }) ?? false else {
            return .proceed
        }
        guard count < Self.most else { return .looped }
        count += 1
        isUnderway = true
        return .proceed
    }
}

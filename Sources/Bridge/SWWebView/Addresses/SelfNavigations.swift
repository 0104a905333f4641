import Foundation
import WebKit

/// Finds navigations of a page to its own address: to the same address under https, or to the same one again and again.
///
/// Pages that redirect to https set `location.protocol`. Under `sw://` the URL standard makes that a navigation to the same address,
/// and the next document does the same. No script can replace `location.protocol`.
struct SelfNavigations {
    /// The verdict on a navigation.
    enum Verdict: Equatable {
        case proceed
        /// The navigation leads to the page that is already shown.
        case arrived
        /// The page has navigated to its own address too often, right after it was loaded.
        case looped
    }

    /// The most documents in a row that may navigate to their own address right after they were loaded.
    private static let most = 3
    /// The age below which a document was loaded right before.
    private static let youth: Duration = .seconds(5)

    private var address: String?
    private var committed: ContinuousClock.Instant?
    /// Whether the document has not loaded yet.
    private(set) var isLoading = false
    private var count = 0
    private var isUnderway = false
    /// Whether the driver of the view says when it acts.
    private var knowsDriver = false

    /// Notes that the driver of the view acts: navigations from now on may be the driver's.
    mutating func driverActs() { (count, knowsDriver) = (0, true) }

    /// Notes that a document is shown, under its `sw://` address.
    mutating func commit(_ url: URL?, at now: ContinuousClock.Instant) {
        if !isUnderway { count = 0 }
        (address, committed, isLoading, isUnderway) = (url?.textWithoutFragment, now, true, false)
    }

    /// Notes that the document has loaded.
    mutating func finish() { isLoading = false }

    /// Judges a navigation that a script of the main frame began.
    ///
    /// - Parameters:
    ///   - isServedSecurely: whether the page's https address leads to the same page.
    ///   - waits: whether another driver of the view waits for each load, as a WebDriver client does.
    mutating func judge(
        _ url: URL, isServedSecurely: Bool, waits: Bool, at now: ContinuousClock.Instant
    ) -> Verdict {
        guard let address, url.fragment == nil else { return .proceed }
        let target = url.absoluteString
        if isServedSecurely, target == "https\(address.dropFirst(Addresses.scheme.count))" { return .arrived }
        guard target == address,
            isLoading || (!waits || knowsDriver) && committed.map({ now - $0 < Self.youth }) ?? false
        else {
            return .proceed
        }
        guard count < Self.most else { return .looped }
        count += 1
        isUnderway = true
        return .proceed
    }
}

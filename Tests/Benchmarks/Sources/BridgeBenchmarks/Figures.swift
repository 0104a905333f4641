/// The measurements of one side in one round, by name, as its page reported them.
typealias Figures = [String: Double]

/// A figure that is compared, and the cost that is allowed for SWWebView.
struct Measure {
    /// The figure's name in the page's report.
    var key: String
    /// The name of the row.
    var name: String
    /// The unit of both figures.
    var unit: String
    /// The intended ratio of SWWebView to the baseline: the highest, or where more is better the lowest.
    var target: Double
    /// Whether a higher figure is the better one.
    var isMoreBetter = false
    /// The name of the figure of SWWebView that is the baseline; nil where the other side has the baseline.
    var ownBaseline: String?

    /// Round trips over the bridge, and the start of a view.
    static let roundtrip = [
        Measure(key: "sequentialMicroseconds", name: "sequential round trip", unit: "us", target: 0.85),
        Measure(key: "inFlightMicroseconds", name: "3,000 in flight", unit: "us", target: 0.85),
        Measure(key: "startToLoadMilliseconds", name: "start to load", unit: "ms", target: 1.15),
    ]

    /// Service workers and caches.
    static let serviceWorker = [
        Measure(key: "fetchMicroseconds", name: "fetch through a worker", unit: "us", target: 0.65),
        Measure(key: "fetchAtOnceMicroseconds", name: "1,000 at once", unit: "us", target: 0.75),
        Measure(key: "matchMicroseconds", name: "cache.match of 1 KB", unit: "us", target: 0.85),
        Measure(key: "putMicroseconds", name: "cache.put of 1 KB", unit: "us", target: 0.9),
        Measure(
            key: "largeMegabytesPerSecond", name: "16 MiB through a worker", unit: "MB/s", target: 1.2,
            isMoreBetter: true),
        Measure(key: "bufferMilliseconds", name: "4 MiB buffer to a worker and back", unit: "ms", target: 2),
        Measure(key: "stringMilliseconds", name: "4 MiB string to a worker and back", unit: "ms", target: 2),
        Measure(key: "coldMilliseconds", name: "navigation, worker stopped: p50", unit: "ms", target: 2),
        Measure(key: "cold95Milliseconds", name: "navigation, worker stopped: p95", unit: "ms", target: 2),
        Measure(
            key: "cookiesMicroseconds", name: "fetch with cookies and without", unit: "us", target: 1.03,
            ownBaseline: "noCookiesMicroseconds"),
    ]
}

/// What `roundtrip` prints, as the page measured it.
struct ExchangeFigures: Codable {
    /// One round trip when each waits for the one before.
    var sequentialMicroseconds: Double
    /// One round trip's share when 3,000 are under way at once.
    var inFlightMicroseconds: Double
}

/// What `start` prints.
struct StartFigures: Codable {
    /// From the start of the process to the page's `load` event.
    var startToLoadMilliseconds: Double
}

/// The figures of one side in one round.
struct Figures {
    var exchange: ExchangeFigures
    var start: StartFigures
}

/// What is compared, and how much ours may cost.
enum Measure: CaseIterable {
    case sequential, inFlight, startToLoad

    /// The name of the row.
    var name: String {
        switch self {
        case .sequential: "sequential round trip"
        case .inFlight: "3,000 in flight"
        case .startToLoad: "start to load"
        }
    }

    /// The unit of both figures.
    var unit: String {
        switch self {
        case .sequential, .inFlight: "us"
        case .startToLoad: "ms"
        }
    }

    /// The highest ratio of ours to plain C's that is meant to be.
    var target: Double {
        switch self {
        case .sequential: 1.0
        case .inFlight: 1.1
        case .startToLoad: 1.25
        }
    }

    /// This measure's figure of one round.
    func value(in figures: Figures) -> Double {
        switch self {
        case .sequential: figures.exchange.sequentialMicroseconds
        case .inFlight: figures.exchange.inFlightMicroseconds
        case .startToLoad: figures.start.startToLoadMilliseconds
        }
    }
}

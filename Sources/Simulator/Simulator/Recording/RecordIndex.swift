/// An index of recorded bodies, which finds the record for a body of the current run without a search through all records.
///
/// A body that contains a redacted value cannot be in the index. The search compares the bodies of that name one after another.
struct RecordIndex {
    /// A record for a body.
    struct Found {
        var place: Int
        var comparison: BodyComparison
    }

    private struct Key: Hashable {
        var name: String
        var body: NativeValue
    }

    /// Places in their order, with the first place that may be unused.
    private struct Places {
        var all: [Int] = []
        var first = 0
        /// The latest used place.
        var latest: Int?

        mutating func nextUnused(_ used: Set<Int>) -> Int? {
            while first < all.count, used.contains(all[first]) { first += 1 }
            return first < all.count ? all[first] : nil
        }
    }

    private let records: [(name: String, body: NativeValue)]
    private var used: Set<Int> = []
    private var named: [String: Places] = [:]
    private var equal: [Key: Places] = [:]
    /// The places by the bodies without their ids.
    private var alike: [Key: Places] = [:]
    private var redacted: [String: Places] = [:]

    init(_ records: [(name: String, body: NativeValue)]) {
        self.records = records
        for (place, record) in records.enumerated() {
            named[record.name, default: Places()].all.append(place)
            if record.body.containsRedaction {
                redacted[record.name, default: Places()].all.append(place)
            } else {
                equal[Key(name: record.name, body: record.body), default: Places()].all.append(place)
                alike[key(record.name, record.body), default: Places()].all.append(place)
            }
        }
    }

    var names: Set<String> { Set(named.keys) }

    private func key(_ name: String, _ body: NativeValue) -> Key {
        Key(name: name, body: BodyComparison.shape(of: body))
    }

    /// Returns the first unused record for a body and marks it as used; nil where there is none. Prefers equal bodies, because
    /// the ids in bodies may distinguish records.
    mutating func take(_ name: String, _ body: NativeValue) -> Found? {
        let shape = key(name, body)
        if let place = equal[Key(name: name, body: body)]?.nextUnused(used) {
            return use(place, shape, BodyComparison())
        }
        let place = alike[shape]?.nextUnused(used)
        let hidden = match((redacted[name]?.all ?? []).lazy.filter { [used] in !used.contains($0) }, body)
        guard let first = [place, hidden?.place].compactMap({ $0 }).min() else { return nil }
        if first == hidden?.place, let hidden { return use(first, nil, hidden.comparison) }
        return use(first, shape, comparison(of: first, body))
    }

    /// Returns the latest used record for a body; nil where there is none.
    func again(_ name: String, _ body: NativeValue) -> Found? {
        let hidden = match((redacted[name]?.all ?? []).reversed().lazy.filter { used.contains($0) }, body)
        guard let place = alike[key(name, body)]?.latest, place > hidden?.place ?? -1 else { return hidden }
        return Found(place: place, comparison: comparison(of: place, body))
    }

    /// Returns the record that an unexpected body is compared with; nil where no record has the name.
    mutating func nearest(_ name: String) -> Int? { named[name]?.nextUnused(used) ?? named[name]?.all.first }

    private mutating func use(_ place: Int, _ shape: Key?, _ comparison: BodyComparison) -> Found {
        used.insert(place)
        if let shape {
            let latest = alike[shape]?.latest ?? place
            alike[shape]?.latest = max(place, latest)
        }
        return Found(place: place, comparison: comparison)
    }

    private func comparison(of place: Int, _ body: NativeValue) -> BodyComparison {
        var comparison = BodyComparison()
        _ = comparison.matches(records[place].body, body)
        return comparison
    }

    private func match(_ places: some Sequence<Int>, _ body: NativeValue) -> Found? {
        for place in places {
            var comparison = BodyComparison()
            if comparison.matches(records[place].body, body) { return Found(place: place, comparison: comparison) }
        }
        return nil
    }
}

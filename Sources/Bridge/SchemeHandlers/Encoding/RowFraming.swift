/// The bytes before, between and after rows.
struct RowFraming {
    let format: ResponseFormat
    let labels: [String]
    private(set) var rows = 0

    init(format: ResponseFormat, labels: [String]) {
        self.format = format
        self.labels = labels
    }

    func begin(_ bytes: inout OutputBytes) {
        switch format {
        case .json: bytes.append(UInt8(ascii: "["))
        case .lines, .object: break
        case .csv:
            for (index, label) in labels.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                var label = label
                label.withUTF8 { bytes.appendCSV($0) }
            }
            bytes.append("\r\n")
        }
    }

    mutating func beginRow(_ bytes: inout OutputBytes) {
        if format == .json, rows > 0 { bytes.append(",\n") }
        rows += 1
    }

    func endRow(_ bytes: inout OutputBytes) {
        switch format {
        case .json, .object: break
        case .lines: bytes.append(UInt8(ascii: "\n"))
        case .csv: bytes.append("\r\n")
        }
    }

    func end(_ bytes: inout OutputBytes) {
        if format == .json { bytes.append("]\n") }
    }
}

import Foundation

extension ParameterDecoder {
    func url() throws -> URL {
        guard let url = URL(string: try text(for: URL.self)) else { throw corrupted("It is not a URL.") }
        return url
    }

    func decimal() throws -> Decimal {
        let text = try text(for: Decimal.self)
        // `Decimal` itself reads the digits before anything that it does not know.
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), Double(text) != nil,
            let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { throw corrupted("It is not a number.") }
        return number
    }
}

extension DateDecodingStrategy {
    func date(from decoder: ParameterDecoder) throws -> Date {
        switch self {
        case .custom(let read): return try read(decoder)
        case .deferredToDate: return try Date(from: decoder)
        case .secondsSince1970: return Date(timeIntervalSince1970: try decoder.value(Double.self))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try decoder.value(Double.self) / 1000)
        case .formatted(let formatter):
            guard let date = formatter.date(from: try decoder.text(for: Date.self)) else {
                throw decoder.corrupted("It is not a date of the form \(formatter.dateFormat ?? "wanted").")
            }
            return date
        case .iso8601:
            let text = try decoder.text(for: Date.self)
            let formatter = ISO8601DateFormatter()
            if let date = formatter.date(from: text) { return date }
            formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
            guard let date = formatter.date(from: text) else {
                throw decoder.corrupted("It is not a date of the form 2026-01-31T12:30:00Z.")
            }
            return date
        }
    }
}

extension DataDecodingStrategy {
    func data(from decoder: ParameterDecoder) throws -> Data {
        switch self {
        case .custom(let read): return try read(decoder)
        case .deferredToData: return try Data(from: decoder)
        case .base64:
            guard let data = Data(base64Encoded: try decoder.text(for: Data.self)) else {
                throw decoder.corrupted("It is not base64.")
            }
            return data
        }
    }
}

extension NonConformingFloatDecodingStrategy {
    func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        from decoder: ParameterDecoder
    ) throws -> Number {
        let text = try decoder.text(for: Number.self)
        if case .convertToString(let positiveInfinity, let negativeInfinity, let nan) = self {
            switch text {
            case positiveInfinity: return .infinity
            case negativeInfinity: return -.infinity
            case nan: return .nan
            default: break
            }
        }
        guard let number = Number(text) else { throw decoder.corrupted("It is not a number.") }
        guard number.isFinite else { throw decoder.corrupted("It is no finite number that fits \(Number.self).") }
        return number
    }
}

import ArgumentParser
import URLInterception
import WebDriverServer

extension ViewOptions {
    /// The entries that the capability `swwebview:options` may hold: every option of a view, by its long name.
    static let sessionOptionKinds: [String: SessionOptionKind] = usualValues.mapValues { value in
        switch value {
        case is Bool: .flag
        case is Connectivity: .flagOr(["strict"])
        case is WebAppOption: .flagOr([WebAppOption.sync.rawValue])
        case is [String]: .list
        default: .text
        }
    }

    private static var usualValues: [String: Any] { (try? ViewOptions.parse([]))?.namedValues ?? [:] }

    /// The options that the command line sets, as defaults for sessions.
    var sessionOptions: SessionOptions {
        let usual = Self.usualValues.mapValues { "\($0)" }
        let said = namedValues.filter { usual[$0] != "\($1)" }
        return SessionOptions(
            said.mapValues { value in
                switch value {
                case let flag as Bool: .bool(flag)
                case let texts as [String]: .array(texts.map { .string($0) })
                case let value as any ExpressibleByArgument: .string(value.defaultValueDescription)
                default: .null
                }
            })
    }

    /// Returns the first error that the texts of the options show, or nil.
    static func flaw(in options: SessionOptions) -> String? {
        let arguments = options.arguments
        guard arguments.count <= 4 * ViewOptions.mostValues else {
            return "\(arguments.count) values are too many: an option may have \(ViewOptions.mostValues)"
        }
        do {
            _ = try ViewOptions.parse(Connectivity.spelledOut(arguments))
            return nil
        } catch {
            return message(for: error)
        }
    }

    private var namedValues: [String: Any] {
        var values: [String: Any] = [:]
        let groups = [
            Mirror(reflecting: self), Mirror(reflecting: device), Mirror(reflecting: framework),
            Mirror(reflecting: native),
        ]
        for child in groups.flatMap(\.children) {
            guard let label = child.label, let option = child.value as? any WrappedOption else { continue }
            values[OptionNames.longName(label)] = option.anyValue
        }
        return values.filter { !OptionNames.ofCommandLine.contains($0.key) }
    }
}

import Fetch

/// The requests that a rule is for: [RouterCondition](https://w3c.github.io/ServiceWorker/#dictdef-routercondition). A value has passed
/// [Verify Router Condition](https://w3c.github.io/ServiceWorker/#verify-router-rule-algorithm).
public indirect enum RouterCondition: Sendable, Hashable, Codable {
    /// A request that passes every one of these tests.
    case all(Tests)
    /// A request that one of the conditions is for.
    case or([RouterCondition])
    /// A request that the condition is not for.
    case not(RouterCondition)

    /// The tests of one request.
    public struct Tests: Sendable, Hashable, Codable {
        var urlPattern: URLPattern?
        var requestMethod: String?
        var requestMode: RequestMode?
        var requestDestination: RequestDestination?
        var runningStatus: RunningStatus?

        fileprivate var isEmpty: Bool { self == Tests() }
    }

    /// Whether the worker runs: [RunningStatus](https://w3c.github.io/ServiceWorker/#enumdef-runningstatus).
    public enum RunningStatus: String, Sendable, Hashable, Codable {
        case running
        case notRunning = "not-running"
    }

    private enum CodingKeys: CodingKey {
        case or, not
    }

    /// Implements [Verify Router Condition](https://w3c.github.io/ServiceWorker/#verify-router-rule-algorithm).
    ///
    /// - Throws: ``ServiceWorkerError`` for a condition that is none.
    public init(from decoder: any Decoder) throws {
        var tests = try Tests(from: decoder)
        if let method = tests.requestMethod {
            guard RequestMethod.isMethod(method), !RequestMethod.isForbidden(method) else {
                throw ServiceWorkerError(.typeError, "A route cannot have the method “\(method)”.")
            }
            tests.requestMethod = RequestMethod.normalized(method)
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let alternatives = try container.decodeIfPresent([RouterCondition].self, forKey: .or)
        let negated = try container.decodeIfPresent(RouterCondition.self, forKey: .not)
        switch (alternatives, negated) {
        case (let alternatives?, nil) where tests.isEmpty: self = .or(alternatives)
        case (nil, let negated?) where tests.isEmpty: self = .not(negated)
        case (nil, nil) where !tests.isEmpty: self = .all(tests)
        case (nil, nil): throw ServiceWorkerError(.typeError, "A route's condition is empty.")
        default: throw ServiceWorkerError(.typeError, "“or” and “not” stand alone in a route's condition.")
        }
    }

    /// Writes the condition as JavaScript has it.
    public func encode(to encoder: any Encoder) throws {
        if case .all(let tests) = self { return try tests.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        if case .or(let conditions) = self { try container.encode(conditions, forKey: .or) }
        if case .not(let condition) = self { try container.encode(condition, forKey: .not) }
    }

    /// Implements [Match Router Condition](https://w3c.github.io/ServiceWorker/#match-router-condition-algorithm).
    func matches(_ request: FetchRequest.Head, isRunning: Bool) -> Bool {
        switch self {
        case .or(let conditions): conditions.contains { $0.matches(request, isRunning: isRunning) }
        case .not(let condition): !condition.matches(request, isRunning: isRunning)
        case .all(let tests):
            tests.requestMethod.map { $0 == request.method } ?? true
                && tests.requestMode.map { $0 == request.mode } ?? true
                && tests.requestDestination.map { $0 == request.destination } ?? true
                && tests.runningStatus.map { ($0 == .running) == isRunning } ?? true
                && tests.urlPattern.map { $0.matches(request.url) } ?? true
        }
    }

    /// Implements [Count Router Inner Conditions](https://w3c.github.io/ServiceWorker/#count-router-inner-conditions-algorithm).
    ///
    /// - Returns: whether the conditions are within the limits.
    fileprivate func count(down left: inout Int, depth: Int) -> Bool {
        left -= 1
        guard left > 0, depth > 0 else { return false }
        switch self {
        case .all: return true
        case .or(let conditions): return conditions.allSatisfy { $0.count(down: &left, depth: depth - 1) }
        case .not(let condition): return condition.count(down: &left, depth: depth - 1)
        }
    }
}

extension [RouterRule] {
    /// Implements [Check Router Registration Limit](https://w3c.github.io/ServiceWorker/#check-router-registration-limit-algorithm).
    var areWithinLimits: Bool {
        var left = 1024
        return allSatisfy { $0.condition.count(down: &left, depth: 10) }
    }
}

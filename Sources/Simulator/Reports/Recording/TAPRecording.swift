/// Keeps the books of a page that prints TAP: which numbers came, against which plan.
struct TAPRecording {
    /// A fact that a line reveals.
    enum Output: Equatable {
        /// A test's line was read; the lines before it belong to the test.
        case began
        /// Explains the test that began last.
        case explanation(String)
        case result(PageTestResult)
        /// Printed by the page, and no part of the protocol.
        case text(String)
        case done(PageCompletion)
    }

    var isRecognised: Bool { parser.isRecognised }

    private var parser = TAPParser()
    private var plan: TAPPlan?
    private var seen: Set<Int> = []
    private var seenInPlan = 0
    private var duplicates: [Int] = []
    private var hasSecondPlan = false
    private var bailOut: String?

    mutating func read(_ text: String) -> [Output] {
        parser.read(text).flatMap { receive($0) }
    }

    mutating func finish() -> [Output] {
        parser.finish().flatMap { receive($0) }
    }

    private mutating func receive(_ item: TAPParser.Item) -> [Output] {
        switch item {
        case .version: return []
        case .comment(let text, let onFailure):
            return text.isEmpty ? [] : [onFailure ? .explanation("# \(text)") : .text("# \(text)")]
        case .other(let text): return [.text(text)]
        case .bailOut(let reason):
            bailOut = bailOut ?? reason
            return [.done(.bailedOut)]
        case .plan(let plan): return receive(plan)
        case .numbered(let number):
            guard seen.insert(number).inserted else {
                duplicates.append(number)
                return [.began]
            }
            guard let plan, (1...max(1, plan.count)).contains(number) else { return [.began] }
            seenInPlan += 1
            return seenInPlan == plan.count ? [.began, .done(.planFulfilled)] : [.began]
        case .test(let point, let number, let diagnostic, let failedSubtests):
            return [.result(result(point, number, diagnostic, failedSubtests))]
        }
    }

    /// A plan after the tests ends the page; one before them ends it only when it plans nothing.
    private mutating func receive(_ plan: TAPPlan) -> [Output] {
        guard self.plan == nil else {
            hasSecondPlan = true
            return []
        }
        self.plan = plan
        seenInPlan = seen.filter { $0 >= 1 && $0 <= plan.count }.count
        if plan.count == 0, seen.isEmpty {
            let skipped = PageTestResult(
                name: ["all tests"], status: .skipped, message: plan.skipReason.flatMap { $0.isEmpty ? nil : $0 })
            return [.result(skipped), .done(.planFulfilled)]
        }
        return seen.isEmpty ? [] : [.done(.planFulfilled)]
    }

    private func result(
        _ point: TAPPoint, _ number: Int, _ diagnostic: TAPDiagnostic?, _ failedSubtests: [String]
    ) -> PageTestResult {
        let name = point.description.isEmpty ? "test \(number)" : point.description
        var result = PageTestResult(name: [name], status: point.isOK ? .passed : .failed, duration: point.duration)
        if let diagnostic {
            result.message = diagnostic.text("message", "operator").flatMap { $0.isEmpty ? nil : $0 }
            result.expected = diagnostic.text("expected", "wanted", "expect")
            result.actual = diagnostic.text("actual", "found", "got")
            result.stack = diagnostic.text("stack")
            result.position = SourcePosition(stack: diagnostic.text("at", "source") ?? result.stack ?? "")
            if let milliseconds = diagnostic.text("duration_ms").flatMap(Double.init) {
                result.duration = milliseconds / 1000
            }
        }
        if !point.isOK, !failedSubtests.isEmpty {
            let told = result.message.map { $0 + "\n" } ?? ""
            result.message = told + "failed in it: " + failedSubtests.joined(separator: ", ")
        }
        switch point.directive {
        case .skip(let reason):
            result.status = .skipped
            result.message = reason.isEmpty ? result.message : reason
        case .todo(let reason):
            result.status = .todo
            result.message = reason.isEmpty ? result.message : reason
        case nil: break
        }
        return result
    }
}

extension TAPRecording {
    /// Returns the failures of the page once nothing more comes; `hasTimedOut` where the time limit ended it.
    func failures(hasTimedOut: Bool) -> [PageFailure] {
        var failures: [PageFailure] = []
        if let bailOut {
            let reason = bailOut.isEmpty ? "and gave no reason" : bailOut
            return [PageFailure(kind: .bailedOut, message: "The page bailed out: \(reason)")]
        }
        if hasSecondPlan {
            failures.append(PageFailure(kind: .planMismatch, message: "The page printed more than one TAP plan."))
        }
        if !duplicates.isEmpty {
            let numbers = Self.list(duplicates)
            failures.append(PageFailure(kind: .planMismatch, message: "Reported more than once: test \(numbers)."))
        }
        guard let plan else {
            let wanted = "1..\(max(seen.count, 1))"
            let message = "The page printed \(seen.count) TAP tests and no plan; print \(wanted) after them."
            return failures + [PageFailure(kind: hasTimedOut ? .hang : .planMismatch, message: message)]
        }
        let extra = seen.filter { $0 < 1 || $0 > plan.count }.sorted()
        if !extra.isEmpty {
            let message = "The plan is 1..\(plan.count), and test \(Self.list(extra)) came too."
            failures.append(PageFailure(kind: .planMismatch, message: message))
        }
        if seenInPlan < plan.count {
            let missing = Self.list((1...plan.count).lazy.filter { !seen.contains($0) }.prefix(6).map { $0 })
            let message = "The plan is 1..\(plan.count), and \(seenInPlan) of them came; missing: \(missing)."
            let kind: PageFailure.Kind = hasTimedOut ? .hang : .planMismatch
            failures.append(PageFailure(kind: kind, message: hasTimedOut ? "Ran out of time. \(message)" : message))
        }
        return failures
    }

    private static func list(_ numbers: [Int]) -> String {
        numbers.prefix(5).map(String.init).joined(separator: ", ") + (numbers.count > 5 ? ", …" : "")
    }
}

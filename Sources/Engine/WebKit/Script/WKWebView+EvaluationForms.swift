/// Whose call of one form of `evaluateJavaScript` is being passed to the other form.
private enum PassedCall {
    @TaskLocal static var view: ObjectIdentifier?
}

// On iOS both forms of `evaluateJavaScript` are one method. Here each form passes a call of a subclass on to the other form, which
// the subclass may override. The call arrives at this class a second time, marked, and the script runs.
extension Result {
    /// The error of a failure.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension WKWebView {
    /// The world of the view's own scripts.
    static let ownWorld = WKContentWorld.world(name: "SWWebView/frames")

    private var runsScriptsItself: Bool {
        type(of: self) == kindWithoutOverrides || PassedCall.view == ObjectIdentifier(self)
    }

    private func runHere(_ script: String, _ completion: @escaping ScriptCompletion) {
        if refusesScripts { return refuseScript(completion) }
        evaluate(script, in: .page, completion: completion)
    }

    func evaluateOrPassToAsync(_ script: String, completion: @escaping ScriptCompletion) {
        if runsScriptsItself { return runHere(script, completion) }
        // Called from a task, the script is on its way to the page before this returns. Elsewhere it begins with the main queue's
        // next turn, because Swift cannot tell there that this thread is the main actor's.
        Task.immediate { @MainActor in
            let result: Result<Any?, any Error>
            do {
                let value = try await PassedCall.$view.withValue(ObjectIdentifier(self)) {
                    try await self.evaluateJavaScript(script)
                }
                result = .success(value)
            } catch {
                result = .failure(error)
            }
            completion(result)
        }
    }

    func evaluateOrPassToHandler(_ script: String, completion: @escaping ScriptCompletion) {
        if runsScriptsItself { return runHere(script, completion) }
        var isAnswered = false
        PassedCall.$view.withValue(ObjectIdentifier(self)) {
            evaluateJavaScript(script) { value, error in
                if isAnswered { return }
                isAnswered = true
                completion(error.map { .failure($0) } ?? .success(value))
            }
        }
    }
}

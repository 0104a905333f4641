import SWWebView
import WebKit

extension PagePreview {
    /// Shows the page in a window on the display, until it is closed.
    public func show() async {
        let closed = AsyncStream.makeStream(of: Void.self)
        let window = ViewWindow(of: view) { [weak self] control, isOn in
            if control == .close { closed.continuation.finish() }
            self?.use(control, isOn)
        }
        let observer = observe { [weak self, weak window] event in
            guard let self, let window else { return }
            switch event {
            case .state: update(window)
            case .question(let question?): Task { @MainActor in await self.ask(question, in: window) }
            case .question(nil), .entry: break
            }
        }
        update(window)
        load()
        if options.opensInspector { view.showInspector() }
        for await _ in closed.stream {}
        forget(observer)
    }

    private func use(_ control: ViewWindow.Control, _ isOn: Bool) {
        switch control {
        case .back: view.goBack()
        case .forward: view.goForward()
        case .reload: reload()
        case .rotate: rotate()
        case .dark: setDark(isOn)
        case .offline: setOffline(isOn)
        case .inspector:
            view.isInspectable = true
            view.showInspector()
        case .close: break
        }
    }

    private func update(_ window: ViewWindow) {
        let state = state
        window.setTitle(state.title.isEmpty ? state.url : state.title, state.device)
        window.set(.back, isEnabled: state.canGoBack)
        window.set(.forward, isEnabled: state.canGoForward)
        window.set(.dark, isOn: state.isDark)
        window.set(.offline, isOn: state.isOffline)
    }

    private func ask(_ question: Question, in window: ViewWindow) async {
        let answer = await window.ask(
            question.message, defaultText: question.defaultText, canCancel: question.kind != .alert)
        questions.answer(QuestionAnswer(id: question.id, isConfirmed: answer.0, text: answer.1))
    }
}

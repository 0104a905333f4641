import WebKit

/// The questions that the page waits for, one at a time: WebKit holds the page still meanwhile.
@MainActor
final class OpenQuestions {
    var changed: (@MainActor (Question?) -> Void)?
    private(set) var current: Question?
    private var waiter: CheckedContinuation<QuestionAnswer, Never>?
    private var menu: OptionMenu?
    private var lastID = 0

    /// Asks, and waits for the answer.
    func ask(_ kind: Question.Kind, _ message: String, defaultText: String? = nil) async -> QuestionAnswer {
        abandon()
        let question = make(kind, message, defaultText: defaultText)
        return await withCheckedContinuation {
            waiter = $0
            changed?(question)
        }
    }

    /// Shows a list.
    func show(_ menu: OptionMenu) {
        abandon()
        self.menu = menu
        changed?(make(.menu, items: menu.items))
    }

    private func make(
        _ kind: Question.Kind, _ message: String = "", defaultText: String? = nil, items: [OptionMenu.Item] = []
    ) -> Question {
        lastID += 1
        let question = Question(id: lastID, kind: kind, message: message, defaultText: defaultText, items: items)
        current = question
        return question
    }

    /// Takes an answer; one to a question that is no longer open is dropped.
    func answer(_ answer: QuestionAnswer) {
        guard answer.id == current?.id else { return }
        close(with: answer)
    }

    /// Answers as if the person had dismissed it.
    func abandon() {
        guard let current else { return }
        close(with: QuestionAnswer(id: current.id))
    }

    private func close(with answer: QuestionAnswer) {
        current = nil
        menu?.choose(answer.index)
        menu = nil
        let waiter = waiter
        self.waiter = nil
        changed?(nil)
        waiter?.resume(returning: answer)
    }
}

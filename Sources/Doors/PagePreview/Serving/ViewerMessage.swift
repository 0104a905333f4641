import Foundation
import SWWebView
import Simulator
import WebKit

/// A message that a viewer's page sends.
enum ViewerMessage: Sendable {
    case input(InputAction)
    case control(Control)
    case open(String)
    case device(String?)
    case answer(QuestionAnswer)
    /// The viewer sends a push message to the app.
    case push(String)
    /// The viewer taps or removes a notification.
    case notification(String, isTap: Bool)
    /// The viewer has shown a frame.
    case frameShown
    /// The viewer has listed the entries that it received.
    case entriesShown

    enum Control: String, Sendable {
        case back, forward, reload, stop, rotate, light, dark, online, offline
    }
}

extension ViewerMessage: Decodable {
    private enum Key: String, CodingKey {
        case type, text, name, answer, id
    }

    /// Reads a message; throws for an invalid one.
    init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: Key.self)
        switch try message.decode(String.self, forKey: .type) {
        case let name where InputAction.types.contains(name): self = .input(try InputAction(from: decoder))
        case "open": self = .open(try message.decode(String.self, forKey: .text))
        case "device": self = .device(try message.decodeIfPresent(String.self, forKey: .name))
        case "answer": self = .answer(try message.decode(QuestionAnswer.self, forKey: .answer))
        case "push": self = .push(try message.decode(String.self, forKey: .text))
        case "tapNotification": self = .notification(try message.decode(String.self, forKey: .id), isTap: true)
        case "closeNotification": self = .notification(try message.decode(String.self, forKey: .id), isTap: false)
        case "frameShown": self = .frameShown
        case "entriesShown": self = .entriesShown
        case let name:
            guard let control = Control(rawValue: name) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .type, in: message, debugDescription: "There is no message “\(name)”")
            }
            self = .control(control)
        }
    }
}

extension PagePreview {
    /// Carries out a viewer's message.
    func perform(_ message: ViewerMessage) {
        switch message {
        case .input(let action): view.perform(action)
        case .open(let text): open(text)
        case .device(let name): chooseDevice(name)
        case .answer(let answer): questions.answer(answer)
        case .push(let text): act { try await $0.push(text) }
        case .notification(let id, let isTap): act { try await $0.act(on: id, isTap: isTap) }
        case .control(let control): perform(control)
        case .frameShown, .entriesShown: break
        }
    }

    private func act(_ action: @escaping @MainActor (PreviewWebApp) async throws -> Void) {
        guard let webApp else { return }
        Task { @MainActor [weak self] in
            do { try await action(webApp) } catch { self?.note(.preview("\(error)", isError: true)) }
        }
    }

    private func chooseDevice(_ name: String?) {
        do {
            stand(in: try name.map { try SimulatedDevice.named($0) })
        } catch {
            note(.preview("\(error)", isError: true))
        }
    }

    private func perform(_ control: ViewerMessage.Control) {
        switch control {
        case .back: view.goBack()
        case .forward: view.goForward()
        case .reload: reload()
        case .stop: view.stopLoading()
        case .rotate: rotate()
        case .light: setDark(false)
        case .dark: setDark(true)
        case .online: setOffline(false)
        case .offline: setOffline(true)
        }
    }
}

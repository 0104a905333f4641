import Foundation
import SWWebView
import Simulator
import WebKit

/// A message that a viewer's page sends.
enum ViewerMessage: Sendable {
    case pointer(PointerAction, CGPoint, button: Int, held: UInt32, InputModifiers)
    case scroll(CGPoint, by: CGPoint, InputModifiers)
    case key(String, isPressed: Bool, InputModifiers)
    case text(String)
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
        case type, action, x, y, button, held, modifiers, deltaX, deltaY, key, text, name, answer, id
    }

    /// Reads a message; throws for an invalid one.
    init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: Key.self)
        func point(_ x: Key, _ y: Key) throws -> CGPoint {
            let numbers = try [x, y].map { try message.decode(Double.self, forKey: $0) }
            return CGPoint(x: min(max(numbers[0], -1e5), 1e5), y: min(max(numbers[1], -1e5), 1e5))
        }
        // A move and a leave are of no button: a viewer may say anything there.
        func button(of action: PointerAction) throws -> Int {
            guard [.press, .release].contains(action) else { return 1 }
            let number = try message.decodeIfPresent(Int.self, forKey: .button) ?? 1
            guard (1...3).contains(number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .button, in: message, debugDescription: "A mouse has no button \(number)")
            }
            return number
        }
        func modifiers() throws -> InputModifiers {
            InputModifiers(rawValue: try message.decodeIfPresent(UInt32.self, forKey: .modifiers) ?? 0)
        }
        switch try message.decode(String.self, forKey: .type) {
        case "pointer":
            let action = try message.decode(PointerAction.self, forKey: .action)
            self = .pointer(
                action, try point(.x, .y), button: try button(of: action),
                held: try message.decodeIfPresent(UInt32.self, forKey: .held) ?? 0, try modifiers())
        case "scroll": self = .scroll(try point(.x, .y), by: try point(.deltaX, .deltaY), try modifiers())
        case "key":
            let isPressed = try message.decode(String.self, forKey: .action) == "press"
            self = .key(try message.decode(String.self, forKey: .key), isPressed: isPressed, try modifiers())
        case "text": self = .text(try message.decode(String.self, forKey: .text))
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
        case .pointer(let action, let point, let button, let held, let modifiers):
            view.sendPointer(action, at: point, button: button, held: held, modifiers: modifiers)
        case .scroll(let point, let delta, let modifiers):
            view.sendScroll(at: point, by: delta, modifiers: modifiers)
        case .key(let key, let isPressed, let modifiers):
            view.sendKey(key, isPressed: isPressed, modifiers: modifiers)
        case .text(let text): view.insertText(text)
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

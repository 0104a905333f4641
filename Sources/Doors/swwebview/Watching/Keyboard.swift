import Foundation

/// The keys that a person presses in the terminal, one at a time. Main actor only.
@MainActor
final class Keyboard {
    private var original: termios?

    /// Has the terminal of standard input deliver each key at once, without showing it. Ctrl-C stays a signal.
    ///
    /// - Parameter pressed: the closure that receives each byte.
    /// - Returns: nil where standard input is no terminal.
    init?(_ pressed: @escaping @MainActor (UInt8) -> Void) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        original = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1 else { return }
                DispatchQueue.main.async { [byte] in MainActor.assumeIsolated { pressed(byte) } }
            }
        }
    }

    /// Restores the terminal.
    func close() {
        guard var original else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &original)
        self.original = nil
    }
}

import HTTPMessages
import WebKit

/// Runs the commands of realms, as messages bring them.
@MainActor
final class CommandRouter {
    private let commands: CommandTable

    init(_ commands: CommandTable) { self.commands = commands }

    /// Runs the command of a message.
    ///
    /// - Parameters:
    ///   - channel: the channel that takes the reply; nil where there is none.
    ///   - refuse: reports a message that has no reply.
    func receive(
        _ message: CommandMessage, on channel: (any RealmChannel)?, _ context: @autoclosure () -> CommandContext,
        refuse: @escaping @MainActor (String) -> Void
    ) {
        if hear(message, on: channel, context(), refuse: refuse) { return }
        guard let channel, let index = message.promiseIndex else {
            return refuse("a message: \(message.flaw ?? "it names no promise, or no event stream that is open")")
        }
        run(message, index, on: channel, context())
    }

    /// Runs a command that needs no reply. A command that was sent with a promise still gets one.
    ///
    /// - Returns: whether the message was such a command.
    private func hear(
        _ message: CommandMessage, on channel: (any RealmChannel)?, _ context: @autoclosure () -> CommandContext,
        refuse: @escaping @MainActor (String) -> Void
    ) -> Bool {
        guard message.flaw == nil, case .notification(let work) = commands[message.path] else { return false }
        let body = Data(message.body)
        let context = context()
        let reply = message.promiseIndex.flatMap { index in
            channel.map { CommandReply(channel: $0, promiseIndex: index) }
        }
        Task.immediate { @MainActor in
            do {
                try await work(body, context)
                reply?.resolve(Data("null".utf8))
            } catch {
                reply?.reject(error)
                if reply == nil { refuse("a notification: \(CommandFailure(error).message)") }
            }
        }
        return true
    }

    /// Runs a command, and replies to it.
    private func run(
        _ message: CommandMessage, _ index: Int, on channel: any RealmChannel,
        _ context: @autoclosure () -> CommandContext
    ) {
        HopTrace.pass(message.path)
        if let flaw = message.flaw {
            return channel.reply(to: index, failure: CommandFailure(name: "TypeError", message: flaw))
        }
        guard let command = commands[message.path] else {
            let failure = CommandFailure(name: "NotSupportedError", message: "There is no command “\(message.path)”")
            return channel.reply(to: index, failure: failure)
        }
        let reply = CommandReply(channel: channel, promiseIndex: index)
        switch command {
        case .immediate(let work):
            do {
                channel.reply(to: index, json: try work(message.body))
            } catch {
                reply.reject(error)
            }
        case .notification: break
        case .deferred(let work):
            let (body, context) = (Data(message.body), context())
            Task.immediate { @MainActor in
                do { reply.resolve(try await work(body, context)) } catch { reply.reject(error) }
            }
        case .kept(let work):
            let (body, context) = (Data(message.body), context())
            Task.immediate { @MainActor in
                do { try await work(body, context, reply) } catch { reply.reject(error) }
            }
        case .queued(let work):
            let (body, context) = (Data(message.body), context())
            Task { @MainActor in
                do { try await work(body, context, reply) } catch { reply.reject(error) }
            }
        case .prompt(let work):
            do {
                guard let rest = try work(Data(message.body), context(), reply) else { return }
                Task.immediate { @MainActor in do { try await rest() } catch { reply.reject(error) } }
            } catch {
                reply.reject(error)
            }
        }
    }
}

import Foundation
import HTTPMessages
import LocalServer
import WebKit

/// The viewers that show a preview in their browsers. Main actor only.
@MainActor
final class PreviewBroadcast {
    private let preview: PagePreview
    private var viewers: [Int: Viewer] = [:]
    private var lastViewer = 0
    private var frames: ViewFrames?
    private var observer = 0
    private var hasChanged = true
    private var isTaking = false
    private var hasNewState = false

    init(of preview: PagePreview) {
        self.preview = preview
        observer = preview.observe { [weak self] in self?.tell($0) }
        frames = ViewFrames(of: preview.view) { [weak self] in
            self?.hasChanged = true
            self?.pump()
        }
        preview.view.takeOptionMenus { [weak preview] in preview?.questions.show($0) }
    }

    /// Serves one viewer, until it goes.
    func serve(_ socket: WebSocket) async {
        lastViewer += 1
        let (id, viewer) = (lastViewer, Viewer(socket))
        viewers[id] = viewer
        viewer.sendDevices()
        viewer.send(preview.state)
        viewer.send(preview.entries)
        if let question = preview.questions.current { viewer.send(question) }
        pump()
        for await message in socket.messages { receive(message, from: viewer) }
        viewers[id] = nil
        pump()
    }

    private func receive(_ message: WebSocketMessage, from viewer: Viewer) {
        guard case .text(let text) = message else { return }
        guard let message = try? JSONText.decode(ViewerMessage.self, from: Data(text.utf8)) else {
            return viewer.send([.preview("The preview does not understand: \(text.prefix(200))", isError: true)])
        }
        switch message {
        case .frameShown:
            viewer.frameShown()
            pump()
        case .entriesShown: viewer.entriesShown()
        default: preview.perform(message)
        }
    }

    private func tell(_ event: PreviewEvent) {
        switch event {
        case .state: sendStateSoon()
        case .entry(let entry): for viewer in viewers.values { viewer.send([entry]) }
        case .question(let question): for viewer in viewers.values { viewer.send(question) }
        }
    }

    /// Sends the state once for all changes of one turn, because a load changes several properties at once.
    private func sendStateSoon() {
        guard !hasNewState else { return }
        hasNewState = true
        Task { @MainActor in
            hasNewState = false
            let state = preview.state
            for viewer in viewers.values { viewer.send(state) }
        }
    }

    /// Takes a frame when a viewer is ready to show one.
    private func pump() {
        let ready = viewers.values.filter(\.isReady)
        let needsWhole = ready.contains(where: \.needsWhole)
        guard !isTaking, !ready.isEmpty, hasChanged || needsWhole else { return }
        isTaking = true
        hasChanged = false
        Task { @MainActor in
            let frame = await frames?.take(whole: needsWhole)
            isTaking = false
            if let frame { send(frame, isWhole: needsWhole) }
            pump()
        }
    }

    private func send(_ frame: ViewFrame, isWhole: Bool) {
        var bytes = Data(capacity: FrameHead.size + frame.png.count)
        FrameHead(frame).write(to: &bytes)
        bytes.append(frame.png)
        for viewer in viewers.values {
            if viewer.isReady, isWhole || !viewer.needsWhole { viewer.send(bytes) } else { viewer.needsWhole = true }
        }
    }
}

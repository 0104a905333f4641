import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Media on a scheme that an application's handler serves.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct SchemeMediaTests {
    let navigations = Navigations()

    /// The ways in which a handler answers.
    enum Answer: String, CaseIterable, Sendable {
        case http, httpWithoutLength, plain, plainWithoutLength, parts

        @MainActor
        func answer(_ task: any WKURLSchemeTask, with file: Data) {
            guard let url = task.request.url else { return }
            let range = task.request.value(forHTTPHeaderField: "Range")
            var body = file
            switch self {
            case .http: task.respond(type: "audio/wav", headers: ["Content-Length": "\(file.count)"])
            case .httpWithoutLength: task.respond(type: "audio/wav")
            case .plain, .plainWithoutLength:
                task.didReceive(
                    URLResponse(
                        url: url, mimeType: "audio/wav", expectedContentLength: self == .plain ? file.count : -1,
                        textEncodingName: nil))
            case .parts:
                let first = range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
                body = file.dropFirst(first)
                var headers = ["Content-Length": "\(body.count)", "Accept-Ranges": "bytes"]
                if range != nil { headers["Content-Range"] = "bytes \(first)-\(file.count - 1)/\(file.count)" }
                task.respond(status: range == nil ? 200 : 206, type: "audio/wav", headers: headers)
            }
            var rest = body
            while !rest.isEmpty {
                task.didReceive(Data(rest.prefix(100_000)))
                rest = rest.dropFirst(100_000)
            }
            task.didFinish()
        }
    }

    @Test(arguments: Answer.allCases, [false, true])
    func `a sound plays, seeks and ends`(_ answer: Answer, isCORS: Bool) async throws {
        let (pages, file) = (Pages(), SampleMedia.sound(seconds: 120))
        var headers: [[String: String]] = []
        pages["/"] = "<title>Page</title>"
        pages.on("/sound.wav") { task in
            headers.append(task.request.allHTTPHeaderFields ?? [:])
            answer.answer(task, with: file)
        }
        let view = makeView(pages, navigations) { $0.mediaTypesRequiringUserActionForPlayback = [] }
        await view.open("app://host/", navigations)
        let played = try await view.call(
            """
            const audio = document.createElement("audio");
            audio.muted = true;
            if (isCORS) audio.crossOrigin = "anonymous";
            const event = (name) => new Promise((resolve, reject) => {
                audio.addEventListener(name, resolve, { once: true });
                audio.addEventListener("error", () => reject(new Error(`code ${audio.error.code}`)), { once: true });
            });
            audio.src = "sound.wav";
            document.body.append(audio);
            await event("loadedmetadata");
            audio.currentTime = 119;
            await event("seeked");
            await audio.play();
            await event("ended");
            return [audio.currentSrc, Math.round(audio.duration)].join();
            """, ["isCORS": isCORS])
        #expect(played as? String == "app://host/sound.wav,120")
        #expect(headers.contains { $0["Range"] != nil })
        let names = Set(headers.flatMap { $0.keys.map { $0.lowercased() } })
        #expect(names.isDisjoint(with: ["origin", "connection", "icy-metadata"]))
        #expect(!names.contains { $0.hasPrefix("x-") || $0.hasPrefix("sec-") })
    }

    @Test func `an element of a scheme without a handler fails`() async throws {
        let pages = Pages()
        pages["/"] = "<title>Page</title>"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        for address in ["rtsp://127.0.0.1:1/x", "unknown://host/x.wav", "app:x"] {
            let code = try await view.call(
                """
                const audio = new Audio(address);
                await new Promise((resolve) => (audio.onerror = resolve));
                return audio.error.code;
                """, ["address": address])
            #expect(code as? Int == 4, "\(address)")
        }
    }

    @Test func `a file whose host could not be one of https plays`() async throws {
        let pages = Pages()
        pages["/"] = "<title>Page</title>"
        pages.on("") { Answer.http.answer($0, with: SampleMedia.sound(seconds: 1)) }
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        for address in ["app://Sound.1", "app://sound~file"] {
            let source = try await view.call(
                """
                const audio = new Audio(address);
                await new Promise((resolve, reject) => {
                    audio.oncanplaythrough = resolve;
                    audio.onerror = () => reject(new Error(`code ${audio.error.code}`));
                });
                return audio.currentSrc;
                """, ["address": address])
            #expect(source as? String == address)
        }
    }
}

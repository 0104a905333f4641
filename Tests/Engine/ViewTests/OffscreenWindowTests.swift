import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests that a view off the screen behaves like one on a phone's screen.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct OffscreenWindowTests {
    let pages = Pages()
    let navigations = Navigations()

    static let state = """
        field.focus();
        return [document.hasFocus(), field.matches(":focus"), document.visibilityState, innerWidth, innerHeight].join();
        """

    init() { pages["/"] = "<body style='margin: 0; background: rgb(255,0,0)'><input id=field>" }

    @Test func `several views at once are focused, visible and of their own sizes`() async throws {
        // The first is larger than any screen of the machine.
        let sizes = [CGSize(width: 3000, height: 4000), CGSize(width: 390, height: 844), CGSize(width: 64, height: 48)]
        let views = sizes.map { makeView(pages, navigations, size: $0) }
        for view in views { await view.open("app://host/", navigations) }
        for (view, size) in zip(views, sizes) {
            let state = try await view.call(Self.state)
            #expect(state as? String == "true,true,visible,\(Int(size.width)),\(Int(size.height))")
            #expect(try await view.takeSnapshot(configuration: nil).size == size)
        }
    }

    @Test func `a page and its snapshot take the new size of a view that is resized`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        for size in [CGSize(width: 2000, height: 3000), CGSize(width: 100, height: 80)] {
            view.frame.size = size
            try await view.call(
                "while (innerWidth !== width) await new Promise(requestAnimationFrame);", ["width": Int(size.width)])
            #expect(try await view.takeSnapshot(configuration: nil).size == size)
        }
    }

    @Test func `moveTo and resizeTo leave the place, the size and the focus of a page as they are`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let state = try await view.call(
            """
            const before = [screenX, screenY].join();
            moveTo(50, 60);
            resizeTo(700, 500);
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            return [[screenX, screenY].join() === before, innerWidth, innerHeight, document.hasFocus()].join();
            """)
        #expect(state as? String == "true,400,300,true")
    }

    @Test func `animation frames and timers are not throttled off the screen`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let counts = try await view.call(
            """
            const counts = { frames: 0, ticks: 0 };
            const frame = () => { counts.frames += 1; requestAnimationFrame(frame); };
            requestAnimationFrame(frame);
            const timer = setInterval(() => (counts.ticks += 1), 10);
            const end = performance.now() + 2000;
            while (performance.now() < end) await new Promise(requestAnimationFrame);
            clearInterval(timer);
            return [counts.frames, counts.ticks];
            """)
        let numbers = try #require(counts as? [Int])
        // Throttled, it is one of each in a second.
        #expect(numbers.allSatisfy { $0 > 10 }, "\(numbers)")
    }

    @Test func `an element enters and leaves fullscreen, and the page keeps its size and focus`() async throws {
        let view = makeView(pages, navigations) { $0.preferences.isElementFullscreenEnabled = true }
        await view.open("app://host/", navigations)
        let states = try await view.call(
            """
            const states = [];
            await field.requestFullscreen();
            states.push(document.fullscreenElement === field, innerWidth, innerHeight);
            await document.exitFullscreen();
            states.push(document.fullscreenElement === null, innerWidth, innerHeight, document.hasFocus());
            return states.join();
            """)
        #expect(states as? String == "true,400,300,true,400,300,true")
    }

    @Test func `a view can end while an element of its page is on its way into fullscreen`() async throws {
        for _ in 0..<10 {
            let entered = Gate()
            let view = makeView(pages, navigations) { $0.preferences.isElementFullscreenEnabled = true }
            await view.open("app://host/", navigations)
            let states = view.observe(\.fullscreenState) { _, _ in entered.open() }
            try await view.call("field.requestFullscreen(); return 1")
            await entered.pass()
            states.invalidate()
        }
        // A view whose web process ends after that of the others.
        let last = makeView(pages, navigations)
        await last.open("app://host/", navigations)
    }

    @Test func `a file input that is clicked gets a cancel event`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let event = try await view.call(
            """
            field.type = "file";
            const cancelled = new Promise((resolve) => (field.oncancel = resolve));
            field.click();
            return (await cancelled).type;
            """)
        #expect(event as? String == "cancel")
    }
}

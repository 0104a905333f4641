/// A page's report of its scrolling. Lengths are in CSS pixels.
struct PageScrolling: Equatable {
    var offset = CGPoint.zero
    var contentSize = CGSize.zero
    /// The size of the part that is visible.
    var visibleSize = CGSize.zero
    /// The number of the last command that the document has carried out; 0 for none.
    var command = 0
    /// Whether it is the first report of a document.
    var isFirst = false
    /// Whether an animation has ended.
    var isEnd = false

    /// Reads the script's text; nil for anything else.
    init?(_ text: String) {
        let numbers = text.split(separator: " ").map { Double($0) ?? .nan }
        guard numbers.count == 9, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else { return nil }
        command = Int(numbers[0])
        offset = CGPoint(x: numbers[1], y: numbers[2])
        contentSize = CGSize(width: numbers[3], height: numbers[4])
        visibleSize = CGSize(width: numbers[5], height: numbers[6])
        (isFirst, isEnd) = (numbers[7] != 0, numbers[8] != 0)
    }

    /// Returns the nearest offset that the content allows.
    func limited(_ offset: CGPoint) -> CGPoint {
        CGPoint(
            x: max(0, min(offset.x, contentSize.width - visibleSize.width)),
            y: max(0, min(offset.y, contentSize.height - visibleSize.height)))
    }

    static let handlerName = "swwebviewScrolling"

    /// Returns the script that scrolls the main frame, after the watch has begun.
    static func command(_ number: Int, to offset: CGPoint, animated: Bool) -> String {
        "self.swwebviewScroll && swwebviewScroll(\(number), \(offset.x), \(offset.y), \(animated))"
    }

    /// The watch. It reports at scroll events, and at most once a frame where the document's size may have changed.
    static let script = """
        (() => {
            if (self.swwebviewScroll) return;
            const handler = webkit.messageHandlers.\(handlerName);
            let last = "", command = 0, isFirst = 1, isAwaited = false, observed = null;
            const sizes = new ResizeObserver(() => later());
            const report = (isEnd) => {
                const root = document.scrollingElement ?? document.documentElement;
                if (!root) return;
                if (observed !== root) {
                    observed = root;
                    sizes.disconnect();
                    sizes.observe(root);
                    if (document.body) sizes.observe(document.body);
                }
                const { scrollWidth, scrollHeight, clientWidth, clientHeight } = root;
                const isMirrored = scrollWidth > clientWidth && getComputedStyle(root).direction === "rtl";
                const x = scrollX + (isMirrored ? scrollWidth - clientWidth : 0);
                const values = [command, x, scrollY, scrollWidth, scrollHeight, clientWidth, clientHeight].join(" ");
                if (values === last && !isEnd) return;
                last = values;
                handler.postMessage(`${values} ${isFirst} ${isEnd ? 1 : 0}`);
                isFirst = 0;
            };
            const later = () => {
                if (isAwaited) return;
                isAwaited = true;
                requestAnimationFrame(() => { isAwaited = false; report(); });
            };
            const options = { capture: true, passive: true };
            addEventListener("scroll", (event) => { if (event.target === document) report(); }, options);
            for (const type of ["resize", "load"]) addEventListener(type, later, options);
            addEventListener("DOMContentLoaded", () => report(), options);
            addEventListener("pageshow", (event) => {
                if (event.persisted) { last = ""; isFirst = 1; }
                report();
            }, options);
            new MutationObserver(later).observe(
                document, { subtree: true, childList: true, attributes: true, characterData: true });
            self.swwebviewScroll = (number, x, y, isAnimated) => {
                command = number;
                const root = document.scrollingElement ?? document.documentElement;
                if (!root) return;
                const { scrollWidth, scrollHeight, clientWidth, clientHeight } = root;
                const [wide, high] = [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight)];
                const isMirrored = wide > 0 && getComputedStyle(root).direction === "rtl";
                const left = Math.max(0, Math.min(x, wide)) - (isMirrored ? wide : 0);
                const top = Math.max(0, Math.min(y, high));
                const isThere = () => Math.abs(scrollX - left) < 1 && Math.abs(scrollY - top) < 1;
                const wasThere = isThere();
                scrollTo({ left, top, behavior: isAnimated ? "smooth" : "instant" });
                report();
                if (!isAnimated || wasThere) return;
                let place = "", stillFrames = 0;
                const step = () => {
                    if (command !== number) return;
                    stillFrames = place === scrollX + " " + scrollY ? stillFrames + 1 : 0;
                    place = scrollX + " " + scrollY;
                    // An animation that the user or a script ends elsewhere stops moving.
                    if (isThere() || stillFrames > 30) report(true); else requestAnimationFrame(step);
                };
                requestAnimationFrame(step);
            };
            report();
        })();
        """
}

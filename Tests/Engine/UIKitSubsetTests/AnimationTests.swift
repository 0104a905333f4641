import Foundation
import Testing
import UIKitSubset

@MainActor
struct AnimationTests {
    let view = UIView()

    @Test func `animations take effect at once`() {
        UIView.animate(withDuration: 3) { view.alpha = 0.5 }
        #expect(view.alpha == 0.5)
    }

    @Test func `a completion follows later, and the animation has finished`() async {
        var isComplete = false
        let isFinished = await withCheckedContinuation { continuation in
            UIView.animate(withDuration: 3, animations: { view.alpha = 0.5 }) { isFinished in
                isComplete = true
                continuation.resume(returning: isFinished)
            }
            #expect(view.alpha == 0.5 && !isComplete)
        }
        #expect(isFinished && isComplete)
    }

    @Test func `delays and options change nothing`() async {
        await withCheckedContinuation { continuation in
            UIView.animate(
                withDuration: 3, delay: 60, options: [.curveEaseIn, .allowUserInteraction],
                animations: { view.alpha = 0.2 }, completion: { _ in continuation.resume() })
            #expect(view.alpha == 0.2)
        }
    }
}

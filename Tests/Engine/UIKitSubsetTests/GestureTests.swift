import Testing
import UIKitSubset

@MainActor
struct GestureTests {
    @Test func `a view keeps its recognizers, and a recognizer has one view`() {
        let (first, second, tap) = (UIView(frame: .zero), UIView(frame: .zero), UITapGestureRecognizer())
        #expect(first.gestureRecognizers == nil)
        first.addGestureRecognizer(tap)
        #expect(first.gestureRecognizers == [tap] && tap.view === first)
        second.addGestureRecognizer(tap)
        #expect(first.gestureRecognizers == [] && second.gestureRecognizers == [tap] && tap.view === second)
        first.removeGestureRecognizer(tap)
        #expect(tap.view === second)
        second.removeGestureRecognizer(tap)
        #expect(second.gestureRecognizers == [] && tap.view == nil)
    }

    @Test func `a scroll view's recognizers can be switched off`() {
        let view = UIScrollView(frame: .zero)
        view.pinchGestureRecognizer?.isEnabled = false
        view.panGestureRecognizer.isEnabled = false
        #expect(view.pinchGestureRecognizer?.isEnabled == false && !view.panGestureRecognizer.isEnabled)
    }
}

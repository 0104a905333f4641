import Foundation
import Testing
import UIKitSubset

@MainActor
struct LayoutTests {
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    let view = UIView(frame: CGRect(x: 20, y: 10, width: 100, height: 50))

    init() { container.addSubview(view) }

    func constrain(_ constraints: NSLayoutConstraint...) {
        view.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate(constraints)
        container.layoutIfNeeded()
    }

    @Test func `flexible sizes take the whole change of the superview`() {
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container.frame.size = CGSize(width: 300, height: 90)
        #expect(view.frame == CGRect(x: 20, y: 10, width: 200, height: 40))
    }

    @Test func `flexible margins share the change in proportion, and an empty mask keeps the frame`() {
        let fixed = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        container.addSubview(fixed)
        view.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin]
        container.frame.size = CGSize(width: 300, height: 110)
        #expect(view.frame == CGRect(x: 40, y: 20, width: 100, height: 50))
        #expect(fixed.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test func `four edges fill the superview, and follow its size at the next layout`() {
        constrain(
            view.topAnchor.constraint(equalTo: container.topAnchor, constant: 5),
            view.leadingAnchor.constraint(equalTo: container.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: container.trailingAnchor, constant: -10),
            container.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: 15))
        #expect(view.frame == CGRect(x: 0, y: 5, width: 190, height: 80))
        container.frame.size = CGSize(width: 100, height: 50)
        container.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 0, y: 5, width: 90, height: 30))
    }

    @Test func `middles and sizes place a view, and a multiplier scales a size`() {
        constrain(
            view.centerXAnchor.constraint(equalTo: container.centerXAnchor),
            view.centerYAnchor.constraint(equalTo: container.centerYAnchor),
            view.widthAnchor.constraint(equalTo: container.widthAnchor, multiplier: 0.5),
            view.heightAnchor.constraint(equalToConstant: 20))
        #expect(view.frame == CGRect(x: 50, y: 40, width: 100, height: 20))
    }

    @Test func `a view follows a sibling that constraints place`() {
        let bar = UIView()
        bar.translatesAutoresizingMaskIntoConstraints = false
        container.addSubview(bar)
        constrain(
            view.topAnchor.constraint(equalTo: bar.bottomAnchor),
            view.heightAnchor.constraint(equalTo: bar.heightAnchor),
            bar.topAnchor.constraint(equalTo: container.topAnchor),
            bar.heightAnchor.constraint(equalToConstant: 30))
        #expect(bar.frame.height == 30 && view.frame.minY == 30 && view.frame.height == 30)
    }

    @Test func `the safe area guide leaves the insets free`() {
        final class Inset: UIView {
            override var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0) }
        }
        let phone = Inset(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        phone.addSubview(view)
        view.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: phone.safeAreaLayoutGuide.topAnchor),
            view.bottomAnchor.constraint(equalTo: phone.safeAreaLayoutGuide.bottomAnchor),
        ])
        phone.layoutIfNeeded()
        #expect(view.frame.minY == 47 && view.frame.maxY == 810)
    }

    @Test func `a changed constant counts, and a constraint that is deactivated does not`() {
        let width = view.widthAnchor.constraint(equalToConstant: 60)
        constrain(width)
        #expect(view.frame == CGRect(x: 20, y: 10, width: 60, height: 50))
        width.constant = 70
        container.layoutIfNeeded()
        #expect(view.frame.width == 70)
        width.isActive = false
        width.constant = 80
        container.layoutIfNeeded()
        #expect(view.frame.width == 70)
    }

    @Test func `a layout that is asked for takes place at the next turn of the main queue`() async {
        final class Counting: UIView {
            var laidOut: (() -> Void)?
            override func layoutSubviews() {
                super.layoutSubviews()
                laidOut?()
            }
        }
        let view = Counting()
        await withCheckedContinuation { continuation in
            view.laidOut = { continuation.resume() }
            view.setNeedsLayout()
            view.setNeedsLayout()
        }
    }
}

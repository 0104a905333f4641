import Testing
import WebKit

// An application may declare stand-ins of UIKit's types. They hide those of this package, as does any declaration of a module.
@MainActor class UIView {
    var views: [WKWebView] = []
    func addSubview(_ view: WKWebView) { views.append(view) }
}
struct UIColor: Equatable { var name: String }
struct UIEdgeInsets: Equatable { var all: Double }
enum NSLayoutConstraint { static func activate(_ names: [String]) -> Int { names.count } }

@MainActor
struct OwnNamesTests {
    @Test func `an application's own types with UIKit's names take the place of the package's`() {
        let container = UIView()
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        container.addSubview(view)
        #expect(container.views == [view] && view.superview == nil)
        #expect(UIColor(name: "red") != UIColor(name: "blue") && UIEdgeInsets(all: 1) == UIEdgeInsets(all: 1))
        #expect(NSLayoutConstraint.activate(["a"]) == 1)
    }
}

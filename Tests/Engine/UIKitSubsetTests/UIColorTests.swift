import Foundation
import Testing
import UIKitSubset

struct UIColorTests {
    @Test func `a colour gives back its components, and equals one with the same`() {
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        UIColor.yellow.withAlphaComponent(0.5).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect([red, green, blue, alpha] == [1, 1, 0, 0.5])
        #expect(UIColor(white: 1, alpha: 1) == UIColor.white && UIColor.white != UIColor.clear)
    }

    @Test func `a colour of the system has the look of the traits`() {
        let (light, dark) = (
            UITraitCollection(userInterfaceStyle: .light), UITraitCollection(userInterfaceStyle: .dark)
        )
        #expect(UIColor.systemBackground.resolvedColor(with: light) == .white)
        #expect(UIColor.systemBackground.resolvedColor(with: dark) == .black)
        #expect(UIColor.systemBackground == .systemBackground && UIColor.systemBackground != .white)
        let faint = UIColor.label.withAlphaComponent(0.5)
        #expect(faint.resolvedColor(with: dark) == UIColor(white: 1, alpha: 0.5))
        #expect(UIColor.red.resolvedColor(with: dark) == .red)
    }
}

import Foundation
import Testing
import UIViewShape

struct UIColorTests {
    @Test func `a colour gives back its components, and equals one with the same`() {
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        UIColor.yellow.withAlphaComponent(0.5).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect([red, green, blue, alpha] == [1, 1, 0, 0.5])
        #expect(UIColor(white: 1, alpha: 1) == UIColor.white && UIColor.white != UIColor.clear)
    }
}

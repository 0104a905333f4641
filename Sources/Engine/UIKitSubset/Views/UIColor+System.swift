import Foundation

// The colours of the system, which differ between the light and the dark look.
// Source: https://developer.apple.com/design/human-interface-guidelines/color
extension UIColor {
    private static func pair(_ light: UInt32, _ dark: UInt32, alpha: (light: CGFloat, dark: CGFloat) = (1, 1))
        -> UIColor
    {
        let (light, dark) = (UIColor(hex: light, alpha: alpha.light), UIColor(hex: dark, alpha: alpha.dark))
        return UIColor { $0.userInterfaceStyle == .dark ? dark : light }
    }

    private convenience init(hex: UInt32, alpha: CGFloat) {
        func part(_ shift: UInt32) -> CGFloat { CGFloat(hex >> shift & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
    }

    /// The background of a screen. UIKit API.
    public class var systemBackground: UIColor { pair(0xFFFFFF, 0x000000) }
    /// The background of a part on a screen. UIKit API.
    public class var secondarySystemBackground: UIColor { pair(0xF2F2F7, 0x1C1C1E) }
    /// The background of a part on a part. UIKit API.
    public class var tertiarySystemBackground: UIColor { pair(0xFFFFFF, 0x2C2C2E) }
    /// The background of a grouped screen. UIKit API.
    public class var systemGroupedBackground: UIColor { pair(0xF2F2F7, 0x000000) }
    /// The colour of words. UIKit API.
    public class var label: UIColor { pair(0x000000, 0xFFFFFF) }
    /// The colour of words that matter less. UIKit API.
    public class var secondaryLabel: UIColor { pair(0x3C3C43, 0xEBEBF5, alpha: (0.6, 0.6)) }
    /// The colour of words that matter little. UIKit API.
    public class var tertiaryLabel: UIColor { pair(0x3C3C43, 0xEBEBF5, alpha: (0.3, 0.3)) }
    /// The colour of lines between parts. UIKit API.
    public class var separator: UIColor { pair(0x3C3C43, 0x545458, alpha: (0.29, 0.6)) }
    /// The colour of links. UIKit API.
    public class var link: UIColor { pair(0x007AFF, 0x0984FF) }
    /// The system's blue. UIKit API.
    public class var systemBlue: UIColor { pair(0x007AFF, 0x0A84FF) }
    /// The system's red. UIKit API.
    public class var systemRed: UIColor { pair(0xFF3B30, 0xFF453A) }
    /// The system's green. UIKit API.
    public class var systemGreen: UIColor { pair(0x34C759, 0x30D158) }
    /// The system's orange. UIKit API.
    public class var systemOrange: UIColor { pair(0xFF9500, 0xFF9F0A) }
    /// The system's yellow. UIKit API.
    public class var systemYellow: UIColor { pair(0xFFCC00, 0xFFD60A) }
    /// The system's grey. UIKit API.
    public class var systemGray: UIColor { pair(0x8E8E93, 0x8E8E93) }
    /// A lighter grey of the system. UIKit API.
    public class var systemGray5: UIColor { pair(0xE5E5EA, 0x2C2C2E) }
    /// The lightest grey of the system. UIKit API.
    public class var systemGray6: UIColor { pair(0xF2F2F7, 0x1C1C1E) }
}

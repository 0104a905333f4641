import CWebKitGTK
package import UIKitSubset

extension WKWebView {
    /// Draws the page over white where the view is opaque, else over the background colour, or over nothing without one.
    func applyBackground() {
        drawPage(over: isOpaque ? .white : backgroundColor?.resolvedColor(with: traitCollection) ?? .clear)
    }

    /// Draws the page over a colour.
    func drawPage(over color: UIColor) {
        guard let handle else { return }
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        cwk_view_set_background(handle, Double(red), Double(green), Double(blue), Double(alpha))
    }

    /// The colour that WebKit draws the page over; nil without a page.
    package var pageBackgroundColor: UIColor? {
        guard let handle else { return nil }
        let color = cwk_view_background(handle)
        return UIColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}

import Foundation
import WebDriverServer
import WebKit

extension PrintSettings {
    /// Makes the settings of a print command, whose lengths are in centimetres.
    package init(_ wanted: PrintParameters) {
        self.init(
            paper: CGSize(width: wanted.width * 10, height: wanted.height * 10),
            margins: (
                wanted.margins.top * 10, wanted.margins.right * 10, wanted.margins.bottom * 10,
                wanted.margins.left * 10
            ))
        isLandscape = wanted.isLandscape
        scale = wanted.scale
        hasBackgrounds = wanted.hasBackground
        ranges = wanted.ranges.map { $0.first...max($0.last ?? .max, $0.first) }
    }
}

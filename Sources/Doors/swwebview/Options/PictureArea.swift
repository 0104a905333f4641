import ArgumentParser
import Foundation

/// An area of a page such as `20,40,300x200`: left, top, width and height in CSS pixels.
struct PictureArea: ExpressibleByArgument {
    let area: CGRect

    init?(argument: String) {
        guard let match = argument.wholeMatch(of: /(\d{1,6}),(\d{1,6}),(\d{1,5})x(\d{1,5})/),
            let left = Int(match.1), let top = Int(match.2), let width = Int(match.3), let height = Int(match.4),
            width > 0, height > 0
        else { return nil }
        area = CGRect(x: left, y: top, width: width, height: height)
    }
}

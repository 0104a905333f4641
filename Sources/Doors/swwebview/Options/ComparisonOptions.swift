import ArgumentParser
import Foundation
import ProcessFiles
import WebKit

/// The options that hold a picture against an earlier one.
struct ComparisonOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Compare with this picture.", valueName: "png"))
    var compare: String?

    @Option(name: .long, help: ArgumentHelp("How much of the picture may differ.", valueName: "percent"))
    var threshold: Double = 0

    @Option(
        name: .long, help: ArgumentHelp("How far a pixel's red, green or blue may be off, of 255.", valueName: "levels")
    )
    var tolerance: Int = 0

    @Option(name: .long, help: ArgumentHelp("Show what differs, in red, in this file.", valueName: "png"))
    var diff: String?

    @Flag(name: .long, help: "Make the picture that --compare names, or make it anew.")
    var update = false

    /// Returns the earlier picture; nil where nothing is to be compared.
    ///
    /// - Throws: ``UsageError`` for options that do not go together, and for a file that is missing or no picture.
    func baseline() throws -> WKSnapshotImage? {
        guard (0...100).contains(threshold) else { throw UsageError("--threshold: give a percentage, 0 to 100.") }
        guard (0...255).contains(tolerance) else { throw UsageError("--tolerance: give a number from 0 to 255.") }
        guard let compare else {
            if update || diff != nil { throw UsageError("--update and --diff need a picture to --compare.") }
            if threshold != 0 || tolerance != 0 {
                complain("--threshold and --tolerance do nothing here: they need a picture to --compare.")
            }
            return nil
        }
        if update { return nil }
        guard let bytes = FileManager.default.contents(atPath: compare) else {
            throw UsageError("--compare: there is no \(compare). Run the same with --update to make it.")
        }
        guard let image = WKSnapshotImage(pngData: bytes) else {
            throw UsageError("--compare: \(compare) is no PNG file. Run the same with --update to make it anew.")
        }
        return image
    }

    /// Compares with what ``baseline()`` read, or writes the picture where it is to become the baseline.
    ///
    /// - Throws: ``ComparisonFailure`` when too much differs.
    func check(_ picture: WKSnapshotImage, against baseline: WKSnapshotImage?) throws {
        guard let compare else { return }
        guard let baseline else {
            try write(picture.pngData() ?? Data(), to: compare, option: "--update")
            return print(compare)
        }
        guard let difference = baseline.difference(from: picture, tolerance: tolerance) else {
            throw ComparisonFailure(description: "the pictures could not be compared")
        }
        let isAlike = difference.percentage <= threshold && difference.sizes[0] == difference.sizes[1]
        if let diff, let shown = difference.picture { try write(shown, to: diff, option: "--diff") }
        // Of an earlier run; a picture that shows no difference would mislead.
        if let diff, difference.picture == nil { try? FileManager.default.removeItem(atPath: diff) }
        guard isAlike else {
            throw ComparisonFailure(
                description: "\(compare): \(text(of: difference))\(diff.map { "; see \($0)" } ?? "")")
        }
        print("\(compare): \(text(of: difference))")
    }

    private func text(of difference: WKSnapshotDifference) -> String {
        let sizes = difference.sizes.map { "\(Int($0.width))x\(Int($0.height))" }
        if sizes[0] != sizes[1] { return "the picture is \(sizes[1]) now, and was \(sizes[0])" }
        let share = String(format: "%.4g", difference.percentage)
        return "\(difference.differentPixels) of \(difference.totalPixels) pixels differ (\(share) %; "
            + "\(String(format: "%g", threshold)) % may)"
    }

    private func write(_ bytes: Data, to path: String, option: String) throws {
        do {
            try PrivateFiles.write(bytes, to: URL(fileURLWithPath: path))
        } catch {
            throw UsageError("\(option): \(path) cannot be written: \(error.fileReason).")
        }
    }
}

/// A picture that has changed.
struct ComparisonFailure: Error {
    let description: String
}

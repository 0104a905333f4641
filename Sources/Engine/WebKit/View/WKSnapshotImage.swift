public import UIKitSubset

/// The picture of a view: a `UIImage` that can be compared with another. ``UIImage/size`` is in pixels of the picture.
public final class WKSnapshotImage: UIImage, @unchecked Sendable {
    // Sendable: adds no state to its superclass.
}

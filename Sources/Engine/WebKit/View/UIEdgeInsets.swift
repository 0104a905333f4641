public import UIKitSubset

/// Distances from the four edges of a view, in points. UIKit API, declared by `UIKitSubset`.
public typealias UIEdgeInsets = UIKitSubset.UIEdgeInsets

public import UIViewShape

/// Distances from the four edges of a view, in points. UIKit API, declared by `UIViewShape`.
public typealias UIEdgeInsets = UIViewShape.UIEdgeInsets

extension UIView {
    /// The place of the content in a view of another size. UIKit API.
    public enum ContentMode: Int, Sendable {
        /// The content fills the view; fits into it; covers it; is drawn anew. UIKit API.
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw
        /// The content keeps its size at a part of the view. UIKit API.
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    }
}

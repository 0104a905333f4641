public import UIKitSubset

extension NSObjectProtocol where Self: UIScrollView {
    /// Calls `changeHandler` when `contentOffset` or `contentSize` of a web view's scroll view changes. Foundation API.
    ///
    /// Another key path, and another scroll view, is misuse, see ``WKException``. The scroll view does not keep the observation: it
    /// ends when it is dropped.
    @preconcurrency @MainActor
    public func observe<Value: Equatable>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let property: ScrollProperty? =
            switch keyPath {
            case \Self.contentOffset: .contentOffset
            case \Self.contentSize: .contentSize
            default: nil
            }
        guard let property, let view = self as? PageScrollView else {
            WKException.raise(.undefinedKeyException, "This property of a scroll view cannot be observed")
            return NSKeyValueObservation {}
        }
        return NSKeyValueObservation.begin(
            keyPath, of: self, as: property, options: options, add: { view.changes.add($0) },
            remove: { [weak view] in view?.changes.remove($0) }, changeHandler: changeHandler)
    }
}

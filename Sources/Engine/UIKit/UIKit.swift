// UIKit brings Foundation with it on iOS.
@_exported import Foundation
@_exported import UIKitSubset

import Testing
import WebKit

struct NSValueTests {
    @Test func `a value has an object's address, and gives the object back`() {
        let object = NSObject()
        let value = NSValue(nonretainedObject: object)
        #expect(value.pointerValue == Unmanaged.passUnretained(object).toOpaque())
        #expect(value.nonretainedObjectValue as? NSObject === object)
        #expect(value == NSValue(nonretainedObject: object))
    }

    @Test func `a value of no object and of the null pointer has no address`() {
        #expect(NSValue(nonretainedObject: nil).pointerValue == nil)
        #expect(NSValue(nonretainedObject: nil).nonretainedObjectValue == nil)
        #expect(NSValue(pointer: nil).pointerValue == nil)
    }
}

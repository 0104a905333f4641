/// The error for a request body with a Blob or a File, which WebKitGTK cannot give to the host.
package struct UnreadableBody: Error, CustomStringConvertible {
    package var description: String { "The body holds a Blob or a File, which cannot be read outside the page" }
}

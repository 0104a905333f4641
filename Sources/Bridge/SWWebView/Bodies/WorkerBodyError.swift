/// The error of a worker's response that failed in the middle of its body.
struct WorkerBodyError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

import HTTPMessages

extension ByteText {
    /// Appends a reply that resolves a promise with JSON text.
    mutating func append(replyTo promiseIndex: Int, json: UnsafeRawBufferPointer) {
        append("{\"promiseIndex\":")
        append(promiseIndex)
        append(",\"response\":")
        append(line: json)
        append("}")
    }

    /// Appends a reply that rejects a promise.
    mutating func append(replyTo promiseIndex: Int, failure: CommandFailure) {
        append("{\"promiseIndex\":")
        append(promiseIndex)
        append(",\"error\":{\"name\":")
        append(string: failure.name)
        append(",\"message\":")
        append(string: failure.message)
        append("}}")
    }

    /// Appends an event with JSON text.
    mutating func append(event: String, json: String) {
        append("{\"event\":")
        append(string: event)
        append(",\"data\":")
        append(line: json)
        append("}")
    }
}

import GRDB

extension RESTError {
    /// Converts SQLite's error to the one that PostgREST would answer.
    init(_ error: DatabaseError) {
        let message = error.message ?? "SQLite says no"
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            self.init(
                status: 409, code: "duplicate", message: message,
                hint: "Prefer: resolution=merge-duplicates changes the row that is there.")
            return
        case .SQLITE_CONSTRAINT_FOREIGNKEY:
            self.init(status: 409, code: "foreign_key", message: message)
            return
        default: break
        }
        switch error.resultCode {
        case .SQLITE_CONSTRAINT: self.init(status: 400, code: "constraint", message: message)
        case .SQLITE_MISMATCH: self.init(status: 400, code: "bad_value", message: message)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                status: 503, code: "busy", message: "Another process has been changing the database for too long.",
                hint: "Try again.", headers: ["Retry-After": "1"])
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(status: 403, code: "read_only", message: "The database's file cannot be changed.")
        case .SQLITE_TOOBIG: self.init(status: 413, code: "too_large", message: "A value is too large for SQLite.")
        case .SQLITE_RANGE: self.init(status: 400, code: "bad_value", message: message)
        case .SQLITE_FULL: self.init(status: 507, code: "disk_full", message: "The disk is full.")
        default:
            self.init(status: 500, code: "sqlite_\(error.resultCode.rawValue)", message: message)
        }
    }
}

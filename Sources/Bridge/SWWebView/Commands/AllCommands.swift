extension CommandTable {
    /// The commands that every realm may send.
    static var all: CommandTable {
        let tables: [CommandTable] = [
            ["/ping": .immediate { $0 }], BeaconCommand.table, EventStreamCommands.table, ClientCommands.table,
            DedicatedWorkerCommands.table, SharedWorkerCommands.table,
            FetchCommands.table, BodyCommands.table,
            ContainerCommands.table, MessageCommands.table, WorkerCommands.table, CacheCommands.table,
            CacheCommands.opaqueTable, WindowCommands.table, TraceCommands.table, SocketCommands.table,
            RealmCommands.table, CookieCommands.table, PushCommands.table, NotificationCommands.table,
            SyncCommands.table, TimelineCommands.table, CookieSubscriptionCommands.table,
        ]
        return tables.reduce(into: [:]) { all, table in all.merge(table) { first, _ in first } }
    }
}

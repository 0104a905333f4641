import ArgumentParser

/// The command and its subcommands.
struct Root: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swwebview",
        abstract: "Runs hybrid pages and their bridge in a real WebKit, without a screen.",
        discussion: """
            swwebview test Pages/tests
            swwebview snapshot Pages/demo -o demo.png
            swwebview preview Pages/demo --device 'iPhone 17' --watch
            swwebview snapshot sw://app.example/ --map sw://app.example=./dist -o app.png
            swwebview doctor

            Every option can also come from a YAML file (--config FILE, or the variable SWWEBVIEW_CONFIG), under its
            long name without the dashes. WebKitWebDriver, too, can start this command: name it as the binary.
            """,
        version: Version.text,
        subcommands: [
            TestCommand.self, PreviewCommand.self, SnapshotCommand.self, DriverCommand.self, MCPCommand.self,
            TraceCommand.self, RecorderCommand.self, DoctorCommand.self, InspectedCommand.self, BiDiCommand.self,
        ])
}

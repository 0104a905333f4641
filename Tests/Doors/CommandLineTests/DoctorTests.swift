import Foundation
import TestSupport
import Testing

extension CommandLineSuite {
    @Suite("Doctor") struct DoctorTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `doctor ends with exit code 0 where a page with a service worker loads`() async throws {
            let told = try await Command.run("doctor", in: folder)
            #expect(told.status == 0)
            #expect(told.output.contains("✓ View: a page with a service worker was loaded"))
            #expect(told.output.contains("GDK_BACKEND=x11"))
            #expect(told.output.contains(/✓ esbuild: \d+\.\d+\.\d+, \//))
            #expect(told.lastLine == "All is well.")
        }

        @Test func `a missing esbuild is named with advice, and is no fault`() async throws {
            let told = try await Command.run("doctor", in: folder, environment: ["SWWEBVIEW_ESBUILD": "/nowhere"])
            #expect(told.status == 0)
            #expect(told.output.contains("– esbuild: there is none"))
            #expect(told.output.contains("npm install --save-dev esbuild, or apt-get install esbuild"))
        }

        @Test func `an esbuild that does not end is a fault`() async throws {
            try folder.write("#!/bin/sh\nexec sleep 1000\n", to: "esbuild")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("esbuild"))
            let told = try await Command.run(
                "doctor", in: folder, environment: ["SWWEBVIEW_ESBUILD": folder.path("esbuild")])
            #expect(told.status == 3)
            #expect(told.output.contains("✗ esbuild: \(folder.path("esbuild")) did not end within 5 seconds"))
        }

        @Test func `one line installs all packages that are missing`() async throws {
            let told = try await Command.run(
                "doctor", in: folder, environment: ["PATH": "/nowhere", "SWWEBVIEW_ESBUILD": "/nowhere"])
            #expect(told.status == 3)
            let line = "type: apt-get install --no-install-recommends xvfb esbuild"
            #expect(told.output.contains(line), "\(told.output)")
        }

        @Test func `the packages that the Debian package depends on are printed for scripts`() async throws {
            let told = try await Command.run("doctor", "--packages", in: folder)
            #expect(told.status == 0)
            #expect(told.output == "xvfb shared-mime-info fonts-dejavu-core ca-certificates esbuild\n")
        }

        @Test func `an own esbuild that is too old is named`() async throws {
            try folder.write(#"{"version": "0.16.1"}"#, to: "node_modules/esbuild/package.json")
            let told = try await Command.run("doctor", in: folder)
            #expect(told.output.contains("(that of node_modules is too old: 0.16.1)"), "\(told.output)")
        }

        @Test func `a variable that the environment sets is listed as found`() async throws {
            let told = try await Command.run("doctor", in: folder, environment: ["NO_AT_BRIDGE": "0"])
            #expect(told.status == 0)
            #expect(told.output.contains("NO_AT_BRIDGE=0 (found)"))
        }

        @Test(arguments: [
            (["PATH": "/nowhere"], "✗ Display", "apt-get install xvfb"),
            (["SWWEBVIEW_EXTENSION": "/nowhere"], "✗ Process extension", "SWWEBVIEW_EXTENSION names /nowhere"),
            (["SWWEBVIEW_CONFIG": "missing.yaml"], "✗ Configuration", "missing.yaml"),
            (["DISPLAY": ":4711"], "✗ View", "the X server :4711 does not answer"),
        ])
        func `a fault ends with exit code 3 and is named with advice`(
            environment: [String: String], finding: String, advice: String
        ) async throws {
            let told = try await Command.run("doctor", in: folder, environment: environment)
            #expect(told.status == 3)
            #expect(told.output.contains(finding))
            #expect(told.output.contains(advice))
            #expect(told.lastLine?.hasPrefix("Not well: ") == true)
        }
    }
}

import Foundation

extension BuildProblem {
    /// The specifier that esbuild could not resolve; nil for another error.
    var unresolved: String? {
        message.prefixMatch(of: /Could not resolve "([^"]*)"/).map { String($0.1) }
    }

    /// Whether the place of an unresolved specifier is the argument of `import()`.
    var isOfDynamicImport: Bool {
        guard unresolved != nil, let file else { return false }
        return SourceText(of: file)?.before(line: line, column: column)?.wholeMatch(of: /.*\bimport\(\s*/) != nil
    }
}

extension BuildFailure {
    /// Returns the failure in the words of this program, with the files that a new attempt depends on.
    func explained(in project: ScriptProject) -> BuildFailure {
        var failure = self
        for (index, problem) in problems.enumerated() {
            guard let file = problem.file else { continue }
            let importer = project.shown(file)
            failure.files.append(file)
            if let specifier = problem.unresolved {
                let reason = Self.reason(specifier, problem, file, project, &failure.files)
                failure.problems[index].message = "\(importer) imports “\(specifier)”: \(reason)"
            } else if let names = problem.message.wholeMatch(
                of: /No matching export in "([^"]*)" for import "([^"]*)"\..*/)
            {
                let what = names.2 == "default" ? "the default export" : "“\(names.2)”"
                let other = URL(filePath: String(names.1)).lastPathComponent
                failure.problems[index].message = "\(importer) imports \(what) of \(other), which has no such export."
            }
        }
        return failure
    }

    private static func reason(
        _ specifier: String, _ problem: BuildProblem, _ file: String, _ project: ScriptProject,
        _ files: inout [String]
    ) -> String {
        if specifier.hasPrefix(".") || specifier.hasPrefix("/") {
            let place =
                specifier.hasPrefix("/") ? specifier : FilePath.joined(FilePath.folder(of: file), specifier)
            guard project.contains(place) else { return "it leads out of the folder \(project.root)." }
            files += ["", ".ts", ".tsx", ".js", ".mjs", ".jsx", "/index.ts", "/index.tsx", "/index.js"].map {
                place + $0
            }
            return "there is no file /\(project.shown(place))."
        }
        if NodeModules.contains(specifier) {
            return "“\(specifier)” is a module of Node.js, which is not available in pages."
        }
        let parts = specifier.split(separator: "/").prefix(specifier.hasPrefix("@") ? 2 : 1)
        let name = parts.joined(separator: "/")
        files.append(project.root + "/package.json")
        files.append(project.root + "/node_modules/" + name + "/package.json")
        if FileState(of: project.root + "/node_modules/" + name + "/package.json") != nil {
            let notes = problem.message.drop { $0 != "." }.dropFirst().trimmingCharacters(in: .whitespaces)
            return "node_modules/\(name) has no such module for browsers. \(notes)"
        }
        var above = FilePath.folder(of: project.root)
        while above != "/" {
            if FileManager.default.fileExists(atPath: above + "/node_modules/" + name) {
                return
                    "no node_modules in the folder has “\(name)” (one above it has it: name that folder with --root)."
            }
            above = FilePath.folder(of: above)
        }
        return "no node_modules in the folder has “\(name)” (npm install \(name) puts it there)."
    }
}

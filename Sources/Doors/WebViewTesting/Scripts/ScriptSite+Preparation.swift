import Foundation
import ScriptTools
import Simulator

extension ScriptSite {
    /// Begins to compile the scripts of pages together, see ``ScriptBuilder/prepare(_:)``. Returns at once.
    @MainActor
    static func prepare(_ pages: [PageReference], _ options: PageSuiteOptions) {
        let scripts = pages.filter(\.isScript)
        guard scripts.count > 1 else { return }
        let (page, framework) = (options.page, options.framework)
        let (root, map, origin) = (page.files, page.origins, page.origin)
        ScriptBuilder.shared.prepare {
            var entries: [ScriptProject: [String]] = [:]
            for page in scripts {
                let address = try? PageAddress(of: page, root: root, map: map, servedAt: origin, framework: framework)
                guard let site = address?.site, let script = site.script,
                    let project = try? ScriptPage(site: site, script: script).plan().project
                else { continue }
                let path = script.path(percentEncoded: false)
                if !project.runsUnchanged(path) { entries[project, default: []].append(path) }
            }
            return entries
        }
    }
}

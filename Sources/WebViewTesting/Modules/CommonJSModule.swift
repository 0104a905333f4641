import Foundation

/// Makes a module of a script for CommonJS, as most packages without modules are written.
///
/// The script stays on its lines. Its default export is `module.exports`, and names that it assigns to `exports` are exported.
enum CommonJSModule {
    static func module(of text: String, _ scan: ModuleScanner, requires: [String]? = nil) -> String {
        var head = ""
        var table = ""
        for (index, specifier) in Set(requires ?? scan.required).sorted().enumerated() {
            let quoted = ScriptText.quoted(specifier)
            head += "import * as __required\(index) from \(quoted);"
            table += "\(quoted):__required\(index),"
        }
        // The names of the wrapper's own parts are those that the script expects.
        head += """
            const __modules={\(table)};const module={exports:{}};const exports=module.exports;\
            const global=globalThis;const process={env:{NODE_ENV:"development"},browser:true};\
            const require=(name)=>{if(!Object.hasOwn(__modules,name))throw new Error(`There is no module ${name} in a page.`);\
            return __modules[name].default??__modules[name]};\
            (function(){
            """
        var tail = "\n}).call(module.exports);\nexport default module.exports;\n"
        for (index, name) in scan.exported.enumerated() {
            tail += "const __export\(index)=module.exports.\(name);export{__export\(index) as \(name)};\n"
        }
        return head + text + tail
    }
}

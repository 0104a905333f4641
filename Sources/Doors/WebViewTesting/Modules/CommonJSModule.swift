import Foundation

/// A conversion of CommonJS scripts to modules. Most packages without modules are CommonJS scripts.
///
/// Lines of the script keep their numbers. The default export is `module.exports`. Names that the script assigns to `exports`
/// become named exports.
enum CommonJSModule {
    static func module(of text: String, _ scan: ModuleScanner, requires: [String]? = nil) -> String {
        var head = ""
        var table = ""
        for (index, specifier) in Set(requires ?? scan.required).sorted().enumerated() {
            let quoted = ScriptText.quoted(specifier)
            head += "import * as __required\(index) from \(quoted);"
            table += "\(quoted):__required\(index),"
        }
        // Declare the variables that CommonJS scripts expect.
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

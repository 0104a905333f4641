// Checks the types of programs. Each line of the standard input names the files of one; a manifest stands for the files of its realm.
// Programs share the parsed library, which takes most of the time of a compiler that starts anew.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const options = {
    checkJs: true, allowJs: true, noEmit: true, strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.NodeJs, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
};
const host = ts.createCompilerHost(options, true);
const { getSourceFile } = host;
const isLibrary = (file) => file.startsWith(host.getDefaultLibLocation());
const library = new Map();
host.getSourceFile = (file, ...rest) => {
    if (!isLibrary(file)) return getSourceFile(file, ...rest);
    if (!library.has(file)) library.set(file, getSourceFile(file, ...rest));
    return library.get(file);
};

// The realm of a manifest, as FileEmbedder reads it.
const readRealm = (manifest) => {
    const lines = fs.readFileSync(manifest, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
    const inFolder = (file) => path.join(path.dirname(manifest), file);
    const entries = lines.map((line) => line.split(" = "));
    return {
        roots: entries.filter(({ length }) => length === 1).map(([file]) => inFolder(file)),
        roles: new Map(entries.filter(({ length }) => length === 2).map(([role, file]) => [role, inFolder(file)])),
    };
};

// The joined files share one scope, which the compiler does not know: each top-level name is declared once, and a file that uses a name
// of another file imports it, also where the library has a global of that name. The file globals.js replaces globals on purpose.
const scopeProblems = (program) => {
    const checker = program.getTypeChecker();
    const files = program.getSourceFiles().filter((file) => ts.isExternalModule(file) && !file.isDeclarationFile);
    const owners = new Map();
    const problems = [];
    const place = (node) => {
        const file = node.getSourceFile();
        return `${file.fileName}(${file.getLineAndCharacterOfPosition(node.getStart()).line + 1})`;
    };
    for (const file of files) {
        if (path.basename(file.fileName) === "globals.js") continue;
        for (const [name, symbol] of file.locals ?? []) {
            if (!(symbol.flags & (ts.SymbolFlags.Value | ts.SymbolFlags.ExportValue))) continue;
            const owner = owners.get(name);
            if (owner) problems.push(`${place(symbol.declarations[0])}: ${owner} declares ${name}, too`);
            owners.set(name, file.fileName);
        }
    }
    const visit = (node) => {
        const isUse = ts.isIdentifier(node) && owners.has(node.text) && owners.get(node.text) !== node.getSourceFile().fileName;
        const isMember = node.parent && (ts.isPropertyAccessExpression(node.parent) || ts.isQualifiedName(node.parent)) && node.parent.expression !== node;
        if (isUse && !isMember) {
            const symbol = ts.isShorthandPropertyAssignment(node.parent) ? checker.getShorthandAssignmentValueSymbol(node.parent)
                : checker.getSymbolAtLocation(node);
            const isGlobal = symbol?.declarations?.every((declaration) => isLibrary(declaration.getSourceFile().fileName)
                && ts.isSourceFile(declaration.parent.kind === ts.SyntaxKind.VariableDeclarationList ? declaration.parent.parent.parent : declaration.parent));
            if (isGlobal) problems.push(`${place(node)}: ${node.text} is a name of ${owners.get(node.text)}, and not imported`);
        }
        ts.forEachChild(node, visit);
    };
    for (const file of files) visit(file);
    return problems;
};

const check = (words) => {
    const realms = words.filter((word) => word.endsWith(".manifest")).map(readRealm);
    const roles = new Map(realms.flatMap((realm) => [...realm.roles]));
    const files = [...realms.flatMap((realm) => realm.roots), ...words.filter((word) => !word.endsWith(".manifest"))];
    const resolve = (name, from) => {
        const file = name.startsWith("realm/") ? roles.get(name) : name.startsWith(".") ? path.join(path.dirname(from), name) : undefined;
        return file && fs.existsSync(file) ? { resolvedFileName: file, extension: ts.Extension.Js } : undefined;
    };
    const isRealm = realms.length > 0;
    const program = ts.createProgram(files, { ...options, noUnusedLocals: isRealm }, isRealm ? {
        ...host, resolveModuleNames: (names, from) => names.map((name) => resolve(name, from)),
    } : host);
    const used = program.getSourceFiles().map(({ fileName }) => path.resolve(fileName));
    return { text: ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host), problems: isRealm ? scopeProblems(program) : [], used };
};

const programs = fs.readFileSync(0, "utf8").split("\n").map((line) => line.split(" ").filter(Boolean)).filter(({ length }) => length);
const results = programs.map(check);
const used = new Set(results.flatMap((result) => result.used));
const folders = new Set(programs.flat().filter((word) => word.endsWith(".manifest")).map((word) => path.dirname(word)));
const scriptsIn = (folder) => fs.readdirSync(folder).filter((file) => file.endsWith(".js")).map((file) => path.join(folder, file));
const unused = [...folders]
    .flatMap((folder) => [folder, ...fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name))])
    .flatMap(scriptsIn).filter((file) => !used.has(path.resolve(file))).map((file) => `${file}: no manifest's script imports the file`);
const text = results.map((result) => result.text).join("") + [...results.flatMap(({ problems }) => problems), ...unused].map((line) => `${line}\n`).join("");
process.stdout.write(text);
process.exitCode = text ? 1 : 0;

// Checks the types of programs: each line of the standard input names the files of one. Programs share the parsed library, which takes
// most of the time of a compiler that starts anew.
"use strict";
const fs = require("node:fs");
const ts = require("typescript");

const options = {
    checkJs: true, allowJs: true, noEmit: true, strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.NodeJs, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
};
const host = ts.createCompilerHost(options, true);
const { getSourceFile } = host;
const library = new Map();
host.getSourceFile = (file, ...rest) => {
    if (!file.startsWith(host.getDefaultLibLocation())) return getSourceFile(file, ...rest);
    if (!library.has(file)) library.set(file, getSourceFile(file, ...rest));
    return library.get(file);
};

const programs = fs.readFileSync(0, "utf8").split("\n").map((line) => line.split(" ").filter(Boolean)).filter(({ length }) => length);
const problems = programs.flatMap((files) => ts.getPreEmitDiagnostics(ts.createProgram(files, options, host)));
process.stdout.write(ts.formatDiagnostics(problems, host));
process.exitCode = problems.length ? 1 : 0;

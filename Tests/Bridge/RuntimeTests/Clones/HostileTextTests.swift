import Testing

/// Texts that a hostile realm sends in place of a clone.
@MainActor
struct HostileTextTests {
    @Test(arguments: [
        "", "{}", "null", "1", "[]", "[0,1]", #"[[0],"object"]"#, #"[[0],"constructor",{}]"#,
        #"[[0],"__proto__",{}]"#,
        #"[[0],"toString",{}]"#, #"[[0],1,{}]"#, #"[[0],"object",1]"#, #"[[0],"object",null]"#,
        #"[[0],"object",[]]"#,
        #"[[0],"array",{}]"#,
    ])
    func `a text that is no table throws`(_ text: String) {
        runShared(
            "let error; try { read(String.raw`\(text)`); } catch (thrown) { error = thrown; } same(error instanceof Error, true);"
        )
    }

    @Test(arguments: [
        "[[0]]", #"[[1],"array",[]]"#, #"[[-1],"array",[]]"#, #"[[0.5],"array",[]]"#, #"[["length"],"array",[]]"#,
        "[[]]",
        #"[[0],"array",[[7]]]"#, #"[[0],"object",{"a":{}}]"#, #"[["function","x"]]"#, #"[["__proto__"]]"#,
        #"[[0],"port",[0]]"#, #"[[0],"port",["length"]]"#,
    ])
    func `a reference to an object that the table lacks is a DataCloneError`(_ text: String) {
        runShared("throws('DataCloneError', () => read('\(text)'));")
    }

    @Test(arguments: [
        #""view",["Uint8Array",[1],0,1],"array",[]"#, #""view",["Uint8Array",[0],0,1]"#,
        #""view",["eval",[1],0,1],"buffer",["AA=="]"#,
        #""view",["constructor",[1],0,1],"buffer",["AA=="]"#, #""view",["Uint8Array",[1],"0",1],"buffer",["AA=="]"#,
        #""view",["Uint8Array",[1],0,2],"buffer",["AA=="]"#, #""view",["Uint8Array",[1],-1,1],"buffer",["AA=="]"#,
        #""buffer",["A!=="]"#, #""buffer",["AA==",0]"#, #""error",["Object","",""]"#,
        #""error",["__proto__","",""]"#,
        #""error",[["Error"],"",""]"#, #""boxed",[null]"#, #""boxed",[["undefined"]]"#, #""boxed",[[0]]"#,
        #""date",["now"]"#,
        #""regexp",["(",""]"#, #""regexp",["a","gg"]"#, #""sparse",["4",{}]"#, #""sparse",[-1,{}]"#,
        #""sparse",[2,{"length":9}]"#,
        #""geometry",["constructor",{}]"#, #""geometry",["DOMPoint",[1]]"#, #""geometry",["DOMPoint",null]"#,
        #""matrix",["eval",{"a":1}]"#, #""matrix",["DOMMatrix",{"a":"1"}]"#, #""map",[[9],1]"#, #""set",[[9]]"#,
    ])
    func `an entry of a table with a body that does not fit its tag throws`(_ table: String) {
        runShared(
            "let error; try { read('[[0],\(table)]'); } catch (thrown) { error = thrown; } same(error instanceof Error, true);"
        )
    }

    @Test func `a text with members named __proto__ and constructor changes no prototype`() {
        run(
            #"""
            const before = Reflect.ownKeys(Object.prototype).length + Reflect.ownKeys(Array.prototype).length;
            const value = read('[[0],"object",{"__proto__":[1],"constructor":[1]},"sparse",[1,{"__proto__":[0],"push":1}]]');
            same(Object.getPrototypeOf(value), Object.prototype);
            same(Object.getPrototypeOf(Object.getOwnPropertyDescriptor(value, "__proto__").value), Array.prototype);
            same(Reflect.ownKeys(Object.prototype).length + Reflect.ownKeys(Array.prototype).length, before);
            """#)
    }

    @Test func `a sparse array of the greatest length is read without being filled`() {
        run(#"same(read('[[0],"sparse",[4294967295,{}]]').length, 4294967295);"#)
    }

    @Test func `the message and the stack of an error are read only where they are text`() {
        run(
            #"""
            const value = read('[[0],"error",["TypeError",[0],{"x":1}]]');
            same(value instanceof TypeError, true);
            same(Object.hasOwn(value, "message"), false);
            same(Object.hasOwn(value, "stack"), false);
            """#)
    }
}

import Testing

@MainActor
struct MarkTests {
    @Test func `a mark begins a fragment and names the document`() {
        run(
            """
            same(documentMark(), "#___sw?&document=5eed");
            same(addMark("/x", ""), "/x#___sw?&document=5eed");
            same(addMark("", markPair("upload", "u1")), "#___sw?&document=5eed&upload=u1");
            """)
    }

    @Test(arguments: [
        "", "top", "a b", "é", "💚", "100%", "%41%zz", "a#b", "a&document=other", "&fragment=x",
        "___sw?&document=other", "a+b=c", "a?b/c",
        "%2523", "'\"<>`{}", "\\u0000\\n",
    ])
    func `the fragment of the page moves into the mark, and out again`(_ fragment: String) {
        runShared(
            """
            const url = `sw://app.example/x?q=1#${"\(fragment.replacing("\"", with: "\\\""))"}`;
            const marked = addMark(url, markPair("mode", "no-cors"));
            same(marked.indexOf("#"), marked.lastIndexOf("#"));
            same(marked.match(/&/g).length, 3);
            same(marked.startsWith("sw://app.example/x?q=1#___sw?&document=5eed&mode=no-cors&fragment="), true);
            same(withoutMark(marked), url);
            """)
    }

    @Test(arguments: [
        "", "/x", "/x#y", "/x#__sw?&document=1", "/___sw?&fragment=y", "data:text/plain,&fragment=y", "/x#%zz",
    ])
    func `an address without a mark stays as it is`(_ url: String) {
        runShared("same(withoutMark('\(url)'), '\(url)');")
    }

    @Test func `taking off a mark that holds no fragment leaves no hash sign`() {
        run(#"same(withoutMark(addMark("/x", markPair("integrity", "a&fragment=b"))), "/x");"#)
    }

    @Test(arguments: [
        "/x#___sw?&fragment=%zz", "/x#___sw?&fragment=%E0%A4", "/x#___sw?&fragment=%ff",
    ])
    func `a badly encoded mark that the page wrote itself stays as it is`(_ url: String) {
        runShared("same(withoutMark('\(url)'), '\(url)');")
    }

    @Test func `a lone surrogate in a fragment becomes the replacement character`() {
        run(#"same(withoutMark(addMark("/x#a\ud800b", "")), "/x#a\ufffdb");"#)
    }

    @Test func `only settings that differ from the defaults of fetch become pairs`() {
        run(
            """
            same(markPairs({}), "");
            same(markPairs({
                mode: "cors", credentials: "same-origin", cache: "default", redirect: "follow", referrer: "about:client",
                referrerPolicy: "", integrity: "", keepalive: false,
            }), "");
            same(markPairs({
                mode: "no-cors", credentials: "include", cache: "no-store", redirect: "error", referrer: "",
                referrerPolicy: "origin", integrity: "sha256-a+b/c=", keepalive: true,
            }), "&mode=no-cors&credentials=include&cache=no-store&redirect=error&referrer=&referrerPolicy=origin"
                + "&integrity=sha256-a%2Bb%2Fc%3D");
            """)
    }

    @Test func `the value of a setting adds no pair to the mark`() {
        run(
            """
            const hostile = { toString: () => "x&document=other#" };
            for (const name of ["mode", "credentials", "cache", "redirect", "referrerPolicy", "integrity"]) {
                same(markPairs({ [name]: hostile }), `&${name}=x%26document%3Dother%23`);
            }
            """)
    }

    @Test func `a lone surrogate in a setting becomes the replacement character`() {
        run(#"same(markPairs({ integrity: "\ud800" }), "&integrity=%EF%BF%BD");"#)
    }

    @Test(arguments: [
        "", "x", "/x", "//other.example/x", "?a:b", "#a:b", "./a:b", "/a:b", "sw://app.example/",
        "SW://app.example/", "Sw:x", "1:2", "a b:c", ":",
    ])
    func `relative addresses and those under sw are marked`(_ url: String) {
        runShared("same(isMarkable('\(url)'), true);")
    }

    @Test(arguments: [
        "https://x/", "HTTP://x/", "data:,", "blob:sw://app.example/1", "about:blank", "a+b-c.d1:x", "swx:", "s:",
        " https://x/",
        "\\t\\nhttps://x/", "\\u0000data:,", "ht\\ntps://x/", "https\\t://x/",
    ])
    func `addresses of schemes other than sw are not marked`(_ url: String) {
        runShared("same(isMarkable('\(url)'), false);")
    }

    @Test func `marking calls no builtin that the page can replace`() {
        run(
            """
            watchBuiltins();
            isMarkable(" ht\\ntps://x/");
            withoutMark(addMark("sw://app.example/#é", markPairs({ integrity: "sha256-a", mode: "no-cors" })));
            same(builtinCalls.length ? builtinCalls[0] : "", "");
            """)
    }
}

import Testing

@testable import WebViewTesting

@Suite("Stripping types") struct TypeStripperTests {
    @Test(arguments: [
        ("const a: number = 1 as const;", "const a         = 1         ;"),
        ("let b!: string, c: Array<Array<number>> = [];", "let b         , c                       = [];"),
        ("f<T>(x!, y!.z!());", "f   (x , y .z ());"),
        ("const f = <T,>(x: T): T => x;", "const f =     (x   )    => x;"),
        ("a ? (b) : c => d;", "a ? (b) : c => d;"),
        ("a ? (b): B => c : d;", "a ? (b)    => c : d;"),
        ("a < b, c > d;", "a < b, c > d;"),
        ("interface A { b: string }", ";                        "),
        ("type A = { [K in B]?: C } | (() => void)", ";                                       "),
        ("import type { A } from 'a';", ";                          "),
        ("import { type A, b } from 'a'; b;", "import {         b } from 'a'; b;"),
        ("import { A, b } from 'a'; let c: A = b;", "import {    b } from 'a'; let c    = b;"),
        ("export type { A };", ";                 "),
        (
            "class A<T> extends B<T> implements C { private readonly d?: T = 1 }",
            "class A    extends B                 {                  d     = 1 }"
        ),
        (
            "abstract class A { abstract b(): void; c(this: A, d?: number) {} }",
            "         class A { ;                   c(         d         ) {} }"
        ),
        ("function f(a: string): void; function f(a: any) {}", ";                            function f(a     ) {}"),
        (
            "function is(a: unknown): a is string { return true }",
            "function is(a         )              { return true }"
        ),
        ("declare global { interface Window { a: string } }", ";                                                "),
        ("`a${b as string}c`", "`a${b          }c`"),
        ("const r = a / b / c, s = /[/]\\/as T/g;", "const r = a / b / c, s = /[/]\\/as T/g;"),
        ("x = '😀' as '😀';", "x = '😀'        ;"),
        ("async <T>(x: T) => await x", "async    (x   ) => await x"),
        ("const a = 1\ninterface B {}\n(c)", "const a = 1\n;             \n(c)"),
        ("const a = b as any\n(c as any)()", "const a = b ;     \n(c       )()"),
        ("const f = (a): {\n b: C\n} => a", "const f = (a    \n     \n) => a"),
        ("namespace A { export type B = 1 }", ";                                "),
        ("import { type A, type B } from 'a';", ";                                  "),
        ("return <A<B,\n C>>{ d: 1 };", "return 0    \n   ,{ d: 1 };"),
        ("throw <A\n>new B()", "throw 0 \n,new B()"),
        ("const f = () => <A>{ b: 1 };", "const f = () => 0||{ b: 1 };"),
        ("const f = () => <A>(b);", "const f = () =>    (b);"),
        ("let a: typeof import('b').c<D>[], e: `f${string}`", "let a                           , e              "),
    ])
    func `types become spaces, and the script keeps its lines and columns`(_ source: String, _ script: String) throws {
        #expect(try TypeStripper.strip(source) == script)
    }

    @Test(arguments: [
        ("\n  enum A { b }", "Enumerations", 2, 3), ("const enum A {}", "Enumerations", 1, 1),
        ("namespace A { export const b = 1 }", "Namespaces", 1, 1),
        ("class A { constructor(private b: string) {} }", "Parameter properties", 1, 23),
        ("class A {\n @b() c = 1 }", "Decorators", 2, 2), ("import a = require('b')", "Imports with", 1, 10),
        ("export = a", "Exports with", 1, 8), ("let a = '😀' + (", "An expression", 1, 17),
        ("const a: = 1", "A type", 1, 10), ("function* f() { yield <\nA>b }", "A type on several lines", 1, 23),
        ("test('a', () => {\n  const ok = 1;\n  const bad: number = ;\n});", "An expression", 3, 23),
        ("let a = `b", "This template has no end", 1, 10),
    ])
    func `syntax that generates code, and invalid syntax, are errors with a position`(
        _ source: String, _ message: String, _ line: Int, _ column: Int
    ) throws {
        let failure = #expect(throws: TypeStripper.Failure.self) { _ = try TypeStripper.strip(source) }
        #expect(failure?.message.hasPrefix(message) == true, "\(String(describing: failure))")
        #expect(failure?.line == line && failure?.column == column, "\(String(describing: failure))")
    }

    @Test func `deeply nested text is an error, in less than exponential time`() {
        let parentheses = "a = " + String(repeating: "(", count: 100_000)
        #expect(throws: TypeStripper.Failure.self) { _ = try TypeStripper.strip(parentheses) }
        let arrows = "a = " + String(repeating: "(b = (c) => ", count: 60) + "1" + String(repeating: ")", count: 60)
        _ = try? TypeStripper.strip(arrows)
        let types = "let a: " + String(repeating: "(", count: 5000) + "b" + String(repeating: ")", count: 5000)
        _ = try? TypeStripper.strip(types)
    }
}

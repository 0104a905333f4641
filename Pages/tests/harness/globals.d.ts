// The globals that the page suites find in their window, for the type check; no code.

interface HarnessTest {
    name: string;
    phase: number;
    phases: Record<'INITIAL' | 'STARTED' | 'HAS_RESULT' | 'CLEANING' | 'COMPLETE', number>;
    status: number;
    message: string | null;
    step(body: Function, self?: unknown, ...values: unknown[]): any;
    step_func(body: Function, self?: unknown): (...values: any[]) => any;
    step_func_done(body?: Function, self?: unknown): (...values: any[]) => any;
    step_timeout(body: Function, milliseconds: number, ...values: unknown[]): number;
    unreached_func(description?: string): (...values: any[]) => any;
    add_cleanup(callback: () => unknown): void;
    done(): void;
}
type HarnessProperties = { timeout?: number | 'long'; [key: string]: unknown };
type Assertion2 = (actual: any, expected: any, description?: string) => void;

interface Harness {
    test: ((body: (test: HarnessTest) => unknown, name?: string, properties?: HarnessProperties) => void) & {
        step_timeout(body: Function, milliseconds: number, ...values: unknown[]): number;
    };
    async_test(
        body?: ((test: HarnessTest) => unknown) | string,
        name?: string | HarnessProperties,
        properties?: HarnessProperties
    ): HarnessTest;
    promise_test(body: (test: HarnessTest) => unknown, name?: string, properties?: HarnessProperties): void;
    setup(body: (() => unknown) | HarnessProperties, properties?: HarnessProperties): void;
    done(): void;
    step_timeout(body: Function, milliseconds: number, ...values: unknown[]): number;
    format_value(value: unknown): string;
    AssertionError: ErrorConstructor;
    OptionalFeatureUnsupportedError: ErrorConstructor;
    assert_true(actual: any, description?: string): void;
    assert_false(actual: any, description?: string): void;
    assert_equals: Assertion2;
    assert_not_equals: Assertion2;
    assert_in_array: Assertion2;
    assert_array_equals: Assertion2;
    assert_less_than: Assertion2;
    assert_greater_than: Assertion2;
    assert_less_than_equal: Assertion2;
    assert_greater_than_equal: Assertion2;
    assert_approx_equals(actual: number, expected: number, epsilon: number, description?: string): void;
    assert_regexp_match: Assertion2;
    assert_own_property: Assertion2;
    assert_not_own_property: Assertion2;
    assert_class_string: Assertion2;
    assert_unreached(description?: string): never;
    assert_implements(condition: unknown, description?: string): void;
    assert_implements_optional(condition: unknown, description?: string): void;
    assert_throws_js(type: Function, call: () => unknown, description?: string): void;
    assert_throws_exactly(value: unknown, call: () => unknown, description?: string): void;
    assert_throws_dom(type: string | number, ...rest: any[]): void;
    promise_rejects_js(test: HarnessTest, type: Function, promise: any, description?: string): Promise<void>;
    promise_rejects_exactly(test: HarnessTest, value: unknown, promise: any, description?: string): Promise<void>;
    promise_rejects_dom(test: HarnessTest, type: string | number, ...rest: any[]): Promise<void>;
    add_start_callback(callback: Function): void;
    add_test_state_callback(callback: Function): void;
    add_result_callback(callback: Function): void;
    add_completion_callback(callback: Function): void;
}

/** The object that the bridge's runtime puts into every frame. */
interface Bridge {
    send(path: string, body?: unknown): Promise<any>;
}

interface Window extends Harness {
    SWWebView: Bridge;
    webkit: { messageHandlers: { SWWebView: { postMessage(message: unknown): void } } };
}

declare const test: Harness['test'];
declare const async_test: Harness['async_test'];
declare const promise_test: Harness['promise_test'];
declare const setup: Harness['setup'];
declare const done: Harness['done'];
declare const assert_true: Harness['assert_true'];
declare const assert_false: Harness['assert_false'];
declare const assert_equals: Assertion2;
declare const assert_not_equals: Assertion2;
declare const assert_in_array: Assertion2;
declare const assert_array_equals: Assertion2;
declare const assert_less_than: Assertion2;
declare const assert_greater_than: Assertion2;
declare const assert_less_than_equal: Assertion2;
declare const assert_greater_than_equal: Assertion2;
declare const assert_approx_equals: Harness['assert_approx_equals'];
declare const assert_regexp_match: Assertion2;
declare const assert_own_property: Assertion2;
declare const assert_not_own_property: Assertion2;
declare const assert_class_string: Assertion2;
declare const assert_unreached: Harness['assert_unreached'];
declare const assert_implements_optional: Harness['assert_implements_optional'];
declare const assert_throws_js: Harness['assert_throws_js'];
declare const assert_throws_dom: Harness['assert_throws_dom'];
declare const promise_rejects_js: Harness['promise_rejects_js'];
declare const promise_rejects_dom: Harness['promise_rejects_dom'];
declare const promise_rejects_exactly: Harness['promise_rejects_exactly'];
declare const SWWebView: Bridge;
declare const webkit: Window['webkit'];

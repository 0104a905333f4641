// A page without a test library: it prints the Test Anything Protocol, version 14, with console.log.
// https://testanything.org/tap-version-14-specification.html

let number = 0;

/** @param {boolean} passed @param {string} description @param {string} [directive] */
const report = (passed, description, directive = '') => {
    number += 1;
    console.log(`${passed ? 'ok' : 'not ok'} ${number} - ${description}${directive && ` # ${directive}`}`);
};

console.log('TAP version 14');
console.log('1..6');
console.log('# a comment');
report(1 + 1 === 2, 'numbers add up');
report(new URL('a', document.baseURI).protocol === location.protocol, 'addresses are resolved');
report(true, 'a description with \\# that is no directive');
report(true, 'the camera answers', 'SKIP there is none here');
report(false, 'time goes backwards', 'TODO not yet');
SWWebView.send('/ping', 'tap').then((reply) => report(reply === 'tap', 'the bridge answers a page without a library'));

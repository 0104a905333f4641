// A comment, and
/* another */
'use strict';
postMessage((function () { return this; })() === undefined ? 'works' : 'is sloppy');

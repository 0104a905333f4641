'use strict';
// Declares what the scope has, before its first line runs.
var onconnect = ({ ports: [port] }) => port.postMessage([typeof postMessage, name, typeof close]);
function postMessage() {}

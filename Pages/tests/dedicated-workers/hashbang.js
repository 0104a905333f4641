#!/usr/bin/env node "'*/
postMessage('works');

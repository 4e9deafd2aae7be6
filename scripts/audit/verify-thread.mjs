// A thread of createVerifiers: verifies the lines that it is sent, one message after the other. A thread does not take
// the loader of its program, so it begins as JavaScript.
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { verifyLines } = await import('./verify-lines.ts');
parentPort.on('message', (lines) => parentPort.postMessage(verifyLines(lines), []));

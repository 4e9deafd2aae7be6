// The beginning of a thread that runs a TypeScript program: a thread does not take the loader by `--import`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

register();
await import(pathToFileURL(path.resolve(process.argv[2] ?? '')).href);

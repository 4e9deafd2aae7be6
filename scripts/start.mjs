// The production console alone. Plain Node, and one process: the signal that ends this one reaches Next itself.
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
// Shells and containers export the machine's own name as HOSTNAME; nobody chose to listen there.
if (process.env.HOSTNAME === os.hostname()) delete process.env.HOSTNAME;
if (existsSync('.env')) process.loadEnvFile('.env');

if (!existsSync('.next/BUILD_ID')) {
  console.error('There is no build yet. Run npm run build first.');
  process.exit(1);
}
if (process.versions.node.startsWith('20.')) console.warn('Node 20 is past its end of life and gets no security fixes; a newer one is advised.');

const next = path.join(root, 'node_modules/next/dist/bin/next');
process.argv = [process.argv[0], next, 'start', '-p', process.env.PORT || '3000', '-H', process.env.HOSTNAME || '127.0.0.1'];
await import(pathToFileURL(next).href);

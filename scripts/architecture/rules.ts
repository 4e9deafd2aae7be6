import path from 'node:path';
import { readSource } from '@/scripts/architecture/imports';

interface Room {
  /** Paths that belong to it; the first room that fits is a file's own. */
  paths: RegExp;
  /** Paths that it may import. */
  mayImport: RegExp;
}

// docs/design: who may import whom.
const ROOMS: Room[] = [
  // A test may start what it tests against; it is no part of the product.
  {
    paths: /^(?:app|components|lib)\/.*\.test$/,
    mayImport: /^(?:app|components|lib|sandbox|scripts\/(?:stack|testing))\//,
  },
  // Only what a property is tried with: the sandbox and the server stay apart from the rest in their tests too.
  {
    paths: /^server\/.*\.test$/,
    mayImport: /^(?:server\/|lib\/server\/runtime\/host$|scripts\/testing\/(?:any-character|property-runs)$)/,
  },
  {
    paths: /^sandbox\/.*\.test$/,
    mayImport: /^(?:sandbox\/|lib\/(?!server\/)|scripts\/testing\/(?:any-character|property-runs)$)/,
  },
  { paths: /^components\/ui\//, mayImport: /^components\/ui\// },
  { paths: /^components\//, mayImport: /^(?:components|lib)\/(?!server\/)/ },
  { paths: /^app\//, mayImport: /^(?:app|components|lib)\/(?!server\/(?:database|transfer-service)\/)/ },
  // The server around the console: what it knows of it is a type, and it runs where nothing is compiled.
  { paths: /^server\//, mayImport: /^(?:server\/|lib\/server\/runtime\/(?:host|request-context)$)/ },
  { paths: /^lib\/server\//, mayImport: /^lib\// },
  { paths: /^lib\//, mayImport: /^lib\/(?!server\/)/ },
  { paths: /^sandbox\//, mayImport: /^(?:sandbox\/|lib\/(?!server\/))/ },
  // These put lib/server itself before a real sandbox and a real database, without a browser.
  { paths: /^e2e\/soak\/(?:crash|mirror)\//, mayImport: /^(?:e2e|lib|sandbox|scripts\/(?:stack|testing))\// },
  // This one starts whole consoles, on a database that it makes.
  {
    paths: /^e2e\/soak\/faults\//,
    mayImport:
      /^(?:e2e\/|scripts\/(?:stack|browser)\/|scripts\/testing\/seeded$|lib\/(?!server\/(?!database\/migrate$)))/,
  },
  { paths: /^e2e\//, mayImport: /^(?:e2e\/|scripts\/(?:stack|browser)\/|scripts\/testing\/seeded$|lib\/(?!server\/))/ },
  // It measures reading the mirror and the search for look-alikes inside a process as well, and makes databases of its own.
  {
    paths: /^bench\//,
    mayImport:
      /^(?:bench\/|scripts\/(?:(?:stack|browser)\/|read-environment$)|lib\/(?!server\/(?!mirror\/|recipients\/similar-addresses$|database\/(?:migrate|write-statement)$)))/,
  },
  // What integration tests and long runs share: they put lib/server itself before a sandbox and a database.
  { paths: /^scripts\/testing\//, mayImport: /^(?:scripts|sandbox|lib)\// },
  { paths: /^scripts\//, mayImport: /^(?:scripts\/|sandbox\/|lib\/(?!server\/(?!database\/migrate$)))/ },
  // What lies beside the rooms: instrumentation, proxy, configurations.
  { paths: /^[^/]+$/, mayImport: /^(?:[^/]+$|lib\/|scripts\/browser\/)/ },
];

const READS_ENVIRONMENT =
  /^(?:lib\/server\/config\/settings|sandbox\/settings|instrumentation|proxy|(?:scripts|server|e2e|bench)\/.*|[^/]+\.config)$/;
const EMPTY_NAMES = /^(?:index|utils?|helpers?|types?)$/;
const OURS = /^(?:app|bench|components|e2e|lib|sandbox|scripts|server)\//;

/** What is against the rules in one file, given by its path from the root; each a sentence, none where all is well. */
export function checkFile(file: string, text: string): string[] {
  const name = file.replace(/\.(?:tsx?|mjs)$/, '');
  const room = ROOMS.find(({ paths }) => paths.test(name));
  if (!room) return [`${file} lies in no room that the rules know`];
  const { imports, firstImport, readsEnvironment } = readSource(file, text);
  const faults = imports
    .filter((target) => OURS.test(target) && !room.mayImport.test(target))
    .map((target) => `${file} may not import ${target}`);
  if (EMPTY_NAMES.test(path.posix.basename(name))) faults.push(`${file} has a name that says nothing`);
  const isTest = name.endsWith('.test');
  if (name.startsWith('lib/server/') && !isTest && firstImport !== 'server-only')
    faults.push(`${file} does not start with import 'server-only'`);
  if (readsEnvironment && !isTest && !READS_ENVIRONMENT.test(name)) faults.push(`${file} reads process.env`);
  return faults;
}

// Composition roots: what joins the folders of lib/server, and the integration tests of several of them.
const SERVER_ROOT = /^lib\/server\/(?:start|readiness|metrics|proposal-registry)\.ts$|\.integration\.test\.ts$/;

/** Checks where a file lies, by its path from the root: no loose files beside the folders of the domains. */
export function checkPlace(file: string): string[] {
  const folder = path.posix.dirname(file);
  const isLoose =
    (folder === 'lib' && file !== 'lib/result.ts') ||
    folder === 'components' ||
    (folder === 'lib/server' && !SERVER_ROOT.test(file));
  return isLoose ? [`${file} lies in the root of ${folder}; give it the folder of its domain`] : [];
}

import path from 'node:path';
import { readSource } from '@/scripts/architecture/imports';

interface Area {
  /** Paths of the area's files; a file belongs to the first area that matches. */
  paths: RegExp;
  /** Paths that it may import. */
  mayImport: RegExp;
}

// Parts of lib/server that benchmarks run in-process.
const BENCHMARKED =
  'mirror/|auth/sessions$|sign-in/open-session$|notifications/(?:deliver|plan)$|passkeys/key-list/chain$|recipients/similar-addresses$|requests/(?:search/find|limits/scope|votes/decide)$|runtime/(?:singleton|system-reader)$|database/(?:lookup-pool|migrate|query/reader-pool|schema|write-statement)$';

// docs/architecture.md: who may import whom.
const AREAS: Area[] = [
  // A test may start what it tests against; tests are not part of the product.
  {
    paths: /^(?:app|components|lib)\/.*\.test$/,
    mayImport: /^(?:app|components|lib|sandbox|scripts\/(?:audit|stack|testing))\//,
  },
  // Property tests of the sandbox and the server: these two stay independent of the rest, also in their tests.
  {
    paths: /^server\/.*\.test$/,
    mayImport:
      /^(?:server\/|lib\/server\/runtime\/host$|scripts\/(?:testing\/(?:data\/any-character|property-runs)|stack\/sample-files)$)/,
  },
  {
    paths: /^sandbox\/.*\.test$/,
    mayImport: /^(?:sandbox\/|lib\/(?!server\/)|scripts\/testing\/(?:data\/any-character|property-runs)$)/,
  },
  { paths: /^components\/ui\//, mayImport: /^components\/ui\// },
  { paths: /^components\//, mayImport: /^(?:components|lib)\/(?!server\/)/ },
  { paths: /^app\//, mayImport: /^(?:app|components|lib)\/(?!server\/(?:database|transfer-service)\/)/ },
  // The server around the console runs uncompiled and shares only types with the console.
  { paths: /^server\//, mayImport: /^(?:server\/|lib\/server\/runtime\/(?:host|request-context)$)/ },
  { paths: /^lib\/server\//, mayImport: /^lib\// },
  { paths: /^lib\//, mayImport: /^lib\/(?!server\/)/ },
  { paths: /^sandbox\//, mayImport: /^(?:sandbox\/|lib\/(?!server\/))/ },
  // These run lib/server itself in front of a real sandbox and database, without a browser.
  { paths: /^e2e\/soak\/(?:crash|mirror|protocol)\//, mayImport: /^(?:e2e|lib|sandbox|scripts\/(?:stack|testing))\// },
  // This one calls every action of the console in its own process.
  { paths: /^e2e\/access-control\/.*\.test$/, mayImport: /^(?:e2e|lib|scripts\/(?:stack|testing))\// },
  // This one starts whole consoles on a database that it creates.
  {
    paths: /^e2e\/soak\/faults\//,
    mayImport:
      /^(?:e2e\/|scripts\/(?:stack|browser)\/|scripts\/testing\/seeded$|lib\/(?!server\/(?!database\/migrate$)))/,
  },
  {
    paths: /^e2e\//,
    mayImport:
      /^(?:e2e\/|scripts\/(?:browser|deployment|stack)\/|scripts\/testing\/(?:people\/shaped-provider|seeded|read-pdf|read-workbook)$|lib\/(?!server\/))/,
  },
  // Benchmarks also measure the mirror and the searches for requests and similar addresses in-process, and create their
  // own databases.
  // One calls every route and action of the access-control tables, one acts as the people of the faults do.
  {
    paths: /^bench\//,
    mayImport: new RegExp(
      `^(?:bench/|e2e/(?:access-control|stack|soak/faults)/|scripts/(?:(?:stack|browser)/|testing/(?:data/many-requests|passkeys/proof-desk|people/stated-identity|singletons)$|read-environment$)|lib/(?!server/(?!${BENCHMARKED})))`,
    ),
  },
  // Shared by integration tests and soak runs: they run lib/server itself in front of a sandbox and a database.
  { paths: /^scripts\/testing\//, mayImport: /^(?:scripts|sandbox|lib)\// },
  {
    paths: /^scripts\//,
    mayImport:
      /^(?:scripts\/|sandbox\/|lib\/(?!server\/(?!(?:config\/(?:secret-files|settings)|database\/migrate|transfer-service\/check\/check-service)$)))/,
  },
  // Files in the root: instrumentation, proxy, configurations.
  { paths: /^[^/]+$/, mayImport: /^(?:[^/]+$|lib\/|scripts\/browser\/)/ },
];

const READS_ENVIRONMENT =
  /^(?:(?:lib\/server\/config|sandbox)\/settings|instrumentation|proxy|(?:scripts|server|e2e|bench)\/.*|[^/]+\.config)$/;
// Only what people browse may come from a replica (docs/decisions/0053-reads-on-replicas.md).
const LETS_REPLICAS_ANSWER = /^lib\/server\/(?:transfers\/(?:read|totals|export)|statements\/(?:read|export))$/;
const MAX_COLUMNS = 120;
// The formatter breaks code. Rows of a table and types of JSDoc cannot be broken.
const COMMENT = /^\s*(?:\/\/|\/?\*(?! \||\* @typedef| @\w+ \{))/;
const EMPTY_NAMES = /^(?:index|utils?|helpers?|types?)$/;
const OURS = /^(?:app|bench|components|e2e|lib|sandbox|scripts|server)\//;

/** Checks one file, given by its path from the root, against the rules; returns a sentence for each violation. */
export function checkFile(file: string, text: string): string[] {
  const name = file.replace(/\.(?:tsx?|mjs)$/, '');
  const area = AREAS.find(({ paths }) => paths.test(name));
  if (!area) return [`${file} lies in no area that the rules cover`];
  const { imports, firstImport, readsEnvironment, replacesModules } = readSource(file, text);
  const violations = imports
    .filter((target) => OURS.test(target) && !area.mayImport.test(target))
    .map((target) => `${file} may not import ${target}`);
  const longComment = text.split('\n').findIndex((line) => line.length > MAX_COLUMNS && COMMENT.test(line));
  if (longComment >= 0) violations.push(`${file}:${longComment + 1} is a comment of more than ${MAX_COLUMNS} columns`);
  if (EMPTY_NAMES.test(path.posix.basename(name)))
    violations.push(`${file} has a name that does not describe its content`);
  const isTest = name.endsWith('.test');
  if (name.startsWith('lib/server/') && !isTest && firstImport !== 'server-only')
    violations.push(`${file} does not start with import 'server-only'`);
  if (!isTest && !LETS_REPLICAS_ANSWER.test(name) && imports.includes('lib/server/database/replicas/allow-replica'))
    violations.push(`${file} lets a replica answer, which what is decided may not`);
  if (readsEnvironment && !isTest && !READS_ENVIRONMENT.test(name)) violations.push(`${file} reads process.env`);
  // Test files share the modules that they load (vitest.config.ts).
  if (replacesModules) violations.push(`${file} replaces a module; give what it needs, or spy on one function`);
  return violations;
}

// Composition roots, which join the folders of lib/server, and the integration tests of several of them.
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

const MAX_FILES = 20;

/** Checks how many sources, tests aside, lie in one folder: at most twenty, so that a file is found at once. */
export function checkRooms(files: readonly string[]): string[] {
  const rooms = new Map<string, number>();
  for (const file of files) {
    if (/\.(?:test|spec)\.tsx?$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    rooms.set(folder, (rooms.get(folder) ?? 0) + 1);
  }
  return [...rooms]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder} has ${count} files; give it folders of at most ${MAX_FILES}`);
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const EXTENSIONS = ['.tsx', '.ts', '.mjs', '/index.ts'];

/**
 * Lists the packages whose code a browser loads with a page, before anything is used: what the client components of the
 * page and of the layouts around it import, through our own files. Types and `import()` do not count. `page` is the
 * folder of a route, such as `app/(console)/transfers`.
 */
export function listFirstPackages(root: string, page: string): string[] {
  const packages = new Set<string>();
  const visited = new Set<string>();
  const visit = (file: string, isAfterBoundary: boolean) => {
    const { isClient, imports } = readValueImports(root, file);
    const isInBrowser = isAfterBoundary || isClient;
    const key = `${file} ${isInBrowser}`;
    if (visited.has(key)) return;
    visited.add(key);
    for (const name of imports) {
      const own = findOwnFile(root, file, name);
      if (own !== undefined) visit(own, isInBrowser);
      else if (isInBrowser && !name.startsWith('.') && !name.startsWith('@/')) packages.add(packageOf(name));
    }
  };
  for (const file of listPageFiles(root, page)) visit(file, false);
  return [...packages].toSorted();
}

/** Lists the page of a route's folder and the layouts of the folders around it. */
function listPageFiles(root: string, page: string): string[] {
  const steps = page.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
  return [...steps.map((folder) => `${folder}/layout.tsx`), `${page}/page.tsx`].filter((file) =>
    existsSync(path.join(root, file)),
  );
}

interface ValueImports {
  isClient: boolean;
  imports: string[];
}

// Pages share most of their files.
const alreadyRead = new Map<string, ValueImports>();

function readValueImports(root: string, file: string): ValueImports {
  const key = path.join(root, file);
  const known = alreadyRead.get(key) ?? parseValueImports(root, file);
  alreadyRead.set(key, known);
  return known;
}

function parseValueImports(root: string, file: string): ValueImports {
  const { module, program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'));
  const directives = program.body.flatMap((statement) =>
    statement.type === 'ExpressionStatement' && 'directive' in statement ? [statement.directive] : [],
  );
  // A server action reaches the browser as a name.
  if (directives.includes('use server')) return { isClient: false, imports: [] };
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  );
  return { isClient: directives.includes('use client'), imports: [...imported, ...exported] };
}

function findOwnFile(root: string, from: string, name: string): string | undefined {
  if (!name.startsWith('@/') && !name.startsWith('.')) return undefined;
  const own = name.startsWith('@/') ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  return ['', ...EXTENSIONS]
    .map((end) => own + end)
    .find((file) => /\.(?:tsx?|mjs)$/.test(file) && existsSync(path.join(root, file)));
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

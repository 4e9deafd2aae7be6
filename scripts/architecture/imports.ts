import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** What one source file takes from others, and whether it reads the environment. */
export interface SourceFacts {
  /** Files of ours from the root, without extension; of other packages, the name as written. */
  imports: string[];
  /** What the first statement imports, where it is an import. */
  firstImport: string | undefined;
  readsEnvironment: boolean;
  /** Puts something else in place of a module, with `vi.mock` and the like. */
  replacesModules: boolean;
}

const MODULE_MOCKS = new Set<unknown>(['mock', 'doMock', 'unmock', 'doUnmock', 'hoisted', 'resetModules']);

/** Reads a source file. Every way to name another module counts: also types, re-exports and dynamic imports. */
export function readSource(file: string, text: string): SourceFacts {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const imports: string[] = [];
  let readsEnvironment = false;
  let replacesModules = false;
  const addImport = (node: { source: unknown }) => {
    const { value } = (node.source ?? {}) as { value?: unknown };
    if (typeof value === 'string') imports.push(resolveImport(file, value));
  };
  new Visitor({
    ImportDeclaration: addImport,
    ExportNamedDeclaration: addImport,
    ExportAllDeclaration: addImport,
    ImportExpression: addImport,
    TSImportType: addImport,
    MemberExpression: ({ object, property }) => {
      const name = property.type === 'Identifier' ? property.name : valueOf(property);
      if (object.type === 'Identifier' && object.name === 'process' && name === 'env') readsEnvironment = true;
      if (object.type === 'Identifier' && object.name === 'vi' && MODULE_MOCKS.has(name)) replacesModules = true;
    },
  }).visit(program);
  const first = program.body[0];
  return {
    imports,
    firstImport: first?.type === 'ImportDeclaration' ? first.source.value : undefined,
    readsEnvironment,
    replacesModules,
  };
}

function valueOf(node: { type: string; value?: unknown }): unknown {
  return node.type === 'Literal' ? node.value : undefined;
}

function resolveImport(file: string, name: string): string {
  if (!name.startsWith('@/') && !name.startsWith('.')) return name;
  const own = name.startsWith('@/') ? name.slice(2) : path.posix.join(path.posix.dirname(file), name);
  return own.replace(/\.(?:tsx?|mjs)$/, '');
}

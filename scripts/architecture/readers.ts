import { parseSync, Visitor } from 'oxc-parser';

// Transfers, requests and the address book, as SQL and the schema name them.
const TABLES = [
  String.raw`mirror_(?:transfers|totals)|mirror(?:Transfers|Totals)`,
  String.raw`withdrawal_requests|withdrawalRequests|request_versions|requestVersions|bundles|bundles`,
  String.raw`(?:from|join) recipients|(?:from|Join)\(\s*recipients\b`,
];
const NAMES_TABLE = new RegExp(String.raw`\b(?:${TABLES.join('|')})\b`);
const READER = /^(?:Reader|Person|Pick<\s*(?:Reader|Person)\b.*>)$/s;
const WITHIN_WRITE = /\bTransaction\b/;

/** An exported function of a file. */
interface ExportedFunction {
  name: string;
  /** The type of the first parameter as written; undefined without one. */
  firstType: string | undefined;
  source: string;
}

/**
 * Lists the exported functions of a source file of lib/server that may read transfers, requests or recipients for
 * nobody (docs/decisions/0025-reads-take-a-reader.md): those of a file that names these tables, without a `Reader` or a
 * transaction as the first argument, and without asking `authorize`. Gives `file: name`.
 */
export function findReadsWithoutReader(file: string, text: string): string[] {
  if (!NAMES_TABLE.test(text)) return [];
  return listExportedFunctions(file, text)
    .filter(({ firstType, source }) => doesRead(source) && !isForReader(firstType) && !/\bauthorize\(/.test(source))
    .map(({ name }) => `${file}: ${name}`);
}

/** Tells whether a function may read: it names a table, or takes time. */
function doesRead(source: string): boolean {
  return NAMES_TABLE.test(source) || /\b(?:async|await)\b|\bPromise</.test(source);
}

function isForReader(type = ''): boolean {
  return READER.test(type) || WITHIN_WRITE.test(type);
}

function listExportedFunctions(file: string, text: string): ExportedFunction[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const found: ExportedFunction[] = [];
  const add = (name: string, { params, start, end }: { params: unknown[]; start: number; end: number }) =>
    found.push({ name, firstType: typeOf(params[0], text), source: text.slice(start, end) });
  new Visitor({
    ExportNamedDeclaration: ({ declaration }) => {
      if (declaration?.type === 'FunctionDeclaration') add(declaration.id?.name ?? '', declaration);
      if (declaration?.type !== 'VariableDeclaration') return;
      for (const { id, init } of declaration.declarations) {
        const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
        if (id.type === 'Identifier' && isFunction) add(id.name, init);
      }
    },
  }).visit(program);
  return found;
}

/** Gives the type of a parameter as written, also of one that is destructured or has a default. */
function typeOf(parameter: unknown, text: string): string | undefined {
  const node = parameter as Partial<Record<'left' | 'typeAnnotation', unknown>> | undefined;
  if (!node) return undefined;
  const annotation = node.typeAnnotation as { typeAnnotation: { start: number; end: number } } | null | undefined;
  if (annotation) return text.slice(annotation.typeAnnotation.start, annotation.typeAnnotation.end);
  return node.left ? typeOf(node.left, text) : undefined;
}

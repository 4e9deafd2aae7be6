import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';

type Values = Record<string, unknown>;

/**
 * Renders the one template of a chart as Helm would, with the constructs that it uses: variables, `range`, `if`,
 * pipelines and a few functions. Throws where the template uses another, or reads a member of what is not there.
 */
export function renderChart(folder: string, values: Values, release = { Revision: 1 }): string {
  const template = readFileSync(path.join(folder, 'templates/manifests.yaml'), 'utf8');
  const root = { Values: structuredClone(values), Release: release, Files: filesOf(folder) };
  return render(parseTemplate(template), { variables: new Map([['$', root]]), dot: root });
}

function filesOf(folder: string) {
  const get = (name: unknown) => readFileSync(path.join(folder, String(name)), 'utf8');
  return {
    Get: get,
    // Of the form FOLDER/*.yaml.
    Glob: (pattern: unknown) => {
      const { dir, ext } = path.parse(String(pattern));
      const names = readdirSync(path.join(folder, dir)).filter((name) => name.endsWith(ext));
      return Object.fromEntries(names.toSorted().map((name) => [`${dir}/${name}`, get(`${dir}/${name}`)]));
    },
  };
}

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'action'; words: string[] }
  | { kind: 'if'; branches: { words: string[]; body: Node[] }[] }
  | { kind: 'range'; words: string[]; body: Node[] };

interface Scope {
  variables: Map<string, unknown>;
  dot: unknown;
}

const ACTION = /(\s*)\{\{(-?)\s*(?:\/\*[\s\S]*?\*\/|([\s\S]*?))\s*(-?)\}\}(\s*)/g;
const WORD = /"[^"]*"|:=|[()|,]|[^\s()|,]+/g;

function parseTemplate(template: string): Node[] {
  const root: Node[] = [];
  const open: { node: Node & { kind: 'if' | 'range' }; body: Node[] }[] = [];
  const body = () => open.at(-1)?.body ?? root;
  const write = (text: string) => text && body().push({ kind: 'text', text });
  let at = 0;
  for (const match of template.matchAll(ACTION)) {
    const [whole, before = '', trimBefore, action = '', trimAfter, after = ''] = match;
    write(template.slice(at, match.index) + (trimBefore ? '' : before));
    at = match.index + whole.length - (trimAfter ? 0 : after.length);
    const [verb = '', ...words] = action.match(WORD) ?? [];
    const inner = open.at(-1);
    if (verb === 'if' || verb === 'range') {
      const branch = { words, body: [] };
      const node: Node & { kind: 'if' | 'range' } =
        verb === 'if' ? { kind: 'if', branches: [branch] } : { kind: 'range', ...branch };
      body().push(node);
      open.push({ node, body: branch.body });
    } else if (verb === 'else' && inner?.node.kind === 'if' && words[0] === 'if') {
      inner.body = [];
      inner.node.branches.push({ words: words.slice(1), body: inner.body });
    } else if (verb === 'end' && inner) open.pop();
    else if (verb === 'else' || verb === 'end') throw new Error(`The renderer does not know {{ ${action} }} here.`);
    else if (verb !== '') body().push({ kind: 'action', words: [verb, ...words] });
  }
  write(template.slice(at));
  if (open.length > 0) throw new Error('An {{ end }} is missing.');
  return root;
}

function render(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => renderNode(node, scope)).join('');
}

function renderNode(node: Node, scope: Scope): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'if') {
    const taken = node.branches.find(({ words }) => isTrue(evaluate(words, scope)));
    return taken ? render(taken.body, scope) : '';
  }
  if (node.kind === 'range') {
    const [key = '', , value = '', , ...words] = node.words;
    return Object.entries(evaluate(words, scope) as Values)
      .map(([name, each]) => {
        const variables = new Map([...scope.variables, [key, name], [value, each]]);
        return render(node.body, { variables, dot: each });
      })
      .join('');
  }
  const [name = '', sign, ...words] = node.words;
  if (sign !== ':=') return String(evaluate(node.words, scope));
  scope.variables.set(name, evaluate(words, scope));
  return '';
}

/** Evaluates a pipeline: each command's value is the last argument of the next. */
function evaluate(words: readonly string[], scope: Scope): unknown {
  const rest = [...words];
  const value = pipeline(rest, scope);
  if (rest.length > 0) throw new Error(`The renderer does not know: ${words.join(' ')}`);
  return value;
}

function pipeline(rest: string[], scope: Scope): unknown {
  let piped: unknown[] = [];
  for (;;) {
    const terms: unknown[] = [];
    while (rest.length > 0 && rest[0] !== '|' && rest[0] !== ')') terms.push(term(rest, scope));
    const [first, ...given] = [...terms, ...piped];
    piped = [typeof first === 'function' ? (first as (...args: unknown[]) => unknown)(...given) : first];
    if (rest[0] !== '|') return piped[0];
    rest.shift();
  }
}

function term(rest: string[], scope: Scope): unknown {
  const word = rest.shift() ?? '';
  if (word === '(') {
    const value = pipeline(rest, scope);
    if (rest.shift() !== ')') throw new Error('A ) is missing.');
    return value;
  }
  if (word.startsWith('"')) return word.slice(1, -1);
  const [start = '', ...members] = word.split('.');
  if (members.length === 0 && !start.startsWith('$')) {
    if (!Object.hasOwn(FUNCTIONS, word)) throw new Error(`The renderer does not know the function ${word}.`);
    return FUNCTIONS[word as keyof typeof FUNCTIONS];
  }
  const from = start === '' ? scope.dot : scope.variables.get(start);
  return members.reduce<unknown>((value, member) => {
    if (typeof value !== 'object' || value === null) throw new Error(`${word} reads ${member} of nothing.`);
    return (value as Values)[member];
  }, from);
}

const isTrue = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** Writes the members of `added` into `target`; those of both are kept from `added` where it `wins`. */
function mergeInto(target: Values, added: Values, wins: boolean): Values {
  for (const [name, value] of Object.entries(added)) {
    const known = target[name];
    if (isMap(known) && isMap(value)) mergeInto(known, value, wins);
    else if (wins || known === undefined) target[name] = value;
  }
  return target;
}

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

const FUNCTIONS = {
  dict: (...pairs: unknown[]) =>
    Object.fromEntries(pairs.flatMap((name, index) => (index % 2 === 0 ? [[String(name), pairs[index + 1]]] : []))),
  list: (...items: unknown[]) => items,
  first: (items: unknown[]) => items[0],
  has: (item: unknown, items: unknown[]) => items.includes(item),
  not: (value: unknown) => !isTrue(value),
  eq: (one: unknown, other: unknown) => one === other,
  set: (map: Values, name: string, value: unknown) => Object.assign(map, { [name]: value }),
  merge: (target: Values, added: Values) => mergeInto(target, added, false),
  mergeOverwrite: (target: Values, added: Values) => mergeInto(target, added, true),
  printf: (format: string, ...values: unknown[]) => format.replaceAll(/%[sd]/g, () => String(values.shift())),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  toJson: (value: unknown) => JSON.stringify(value),
  fromYaml: (text: string): unknown => parse(text),
  toYaml: (value: unknown) => stringify(value).trimEnd(),
};

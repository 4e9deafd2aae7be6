import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anchorsOf,
  checkBareCitations,
  checkCitations,
  checkPaths,
  findCitations,
} from '@/scripts/documentation/citations';

const FOLDERS = '.ci .github app bench components deploy docs e2e lib public sandbox scripts server'.split(' ');
const TEXT = /\.(?:md|tsx?|mjs|css|sql|ya?ml|sh|example)$|(?:^|\/)(?:Containerfile|run)$/;

const root = path.resolve(import.meta.dirname, '../..');
const paths = new Set(
  readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    if (!FOLDERS.includes(entry.name)) return [];
    return readdirSync(path.join(root, entry.name), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${entry.name}/${name}`,
    );
  }),
);
const repository = { paths, read: (file: string) => readFileSync(path.join(root, file), 'utf8') };
const texts = [...paths].filter((file) => TEXT.test(file) && file !== 'scripts/documentation/citations.test.ts');

const words = (text: string) => text.replaceAll(/\s+/g, ' ');

it('every document that a file cites exists, and has the heading', () => {
  expect(texts.length).toBeGreaterThan(600);
  expect(texts.flatMap((file) => checkCitations(file, repository.read(file), repository))).toEqual([]);
});

it('no source file cites a document without its path', () => {
  const sources = texts.filter((file) => !file.endsWith('.md') && !file.startsWith('scripts/documentation/'));
  expect(sources.flatMap((file) => checkBareCitations(file, repository.read(file)))).toEqual([]);
});

it('every path in docs/architecture.md exists', () => {
  const file = 'docs/architecture.md';
  expect(checkPaths(file, repository.read(file), repository)).toEqual([]);
});

it('every label in the guides is one of the console', () => {
  const sources = texts.filter((file) => /^(?:app|components|lib|sandbox)\/.*(?<!\.test)\.tsx?$/.test(file));
  const code = words(sources.map(repository.read).join('\n'));
  const labels = texts
    .filter((file) => file.startsWith('docs/guide/'))
    .flatMap((file) => [...words(repository.read(file)).matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label));
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter((label) => !code.includes(label))).toEqual([]);
});

describe('a citation', () => {
  const files: Record<string, string> = {
    'README.md': '# Console\n\n[send](docs/send.md#record) [image](docs/images/a.png) [x](https://example.org/a.md)',
    'docs/send.md': '# Send\n\n```sh\n# no heading\n```\n\n## Record\n\n[back](../README.md#console) `[a](b.md)`',
    'docs/images/a.png': '',
  };
  const known = { paths: new Set(Object.keys(files)), read: (file: string) => files[file] ?? '' };

  it('is found in comments and in links', () => {
    expect(findCitations('lib/a.ts', '// one\n// See docs/send.md#record and other/docs/send.md.')).toEqual([
      { line: 2, target: 'docs/send.md', anchor: 'record' },
    ]);
    expect(findCitations('docs/send.md', files['docs/send.md'] ?? '')).toEqual([
      { line: 9, target: 'README.md', anchor: 'console' },
    ]);
  });

  it('is accepted where file and heading exist', () => {
    expect(Object.entries(files).flatMap(([file, text]) => checkCitations(file, text, known))).toEqual([]);
    expect(checkCitations('docs/send.md', '# Send\n[up](#send) [images](images/)', known)).toEqual([]);
  });

  it.each([
    ['lib/a.ts', '\n// docs/gone.md', 'lib/a.ts:2 cites docs/gone.md, which does not exist'],
    ['lib/a.ts', '// docs/send.md#no-heading', 'lib/a.ts:1 cites docs/send.md#no-heading, which has no such heading'],
    ['docs/send.md', '[rules](rules.md)', 'docs/send.md:1 cites docs/rules.md, which does not exist'],
    ['docs/send.md', '[down](#down)', 'docs/send.md:1 cites docs/send.md#down, which has no such heading'],
    ['docs/send.md', '![b](images/b.png)', 'docs/send.md:1 cites docs/images/b.png, which does not exist'],
  ])('is refused in %s: %s', (file, text, message) => {
    expect(checkCitations(file, text, known)).toEqual([message]);
  });

  it('of a path in backticks is refused where nothing has it', () => {
    expect(checkPaths('docs/a.md', '`docs/send.md` `docs/` `/status`\n`lib/gone.ts`', known)).toEqual([
      'docs/a.md:2 names lib/gone.ts, which does not exist',
    ]);
  });
});

it.each([
  ['// See send-protocol, step 6.', 'send-protocol,'],
  ['// (threats.md, "Two approvers at once")', 'threats.md'],
  ['// contract.md', 'contract.md'],
  ['/** The fields of section 2.2. */', 'section 2.2'],
])('a citation without a path is refused: %s', (text, found) => {
  expect(checkBareCitations('lib/a.ts', text)).toEqual([`lib/a.ts:1 cites "${found}" without its path and heading`]);
});

it.each([
  '// docs/specification/threats.md#sending',
  '// RFC 8032, section 5.1.3',
  "import '@/lib/requests/contract';",
])('nothing is missing from: %s', (text) => {
  expect(checkBareCitations('lib/a.ts', text)).toEqual([]);
});

it('makes anchors as GitHub does', () => {
  expect([...anchorsOf('# `npm test`: all\n## Two state machines\n## [Claim](#x)!\n## Claim\n#not')]).toEqual([
    'npm-test-all',
    'two-state-machines',
    'claim',
    'claim-1',
  ]);
});

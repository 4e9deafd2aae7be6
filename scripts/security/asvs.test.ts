import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkList, readList, wantedNumbers } from '@/scripts/security/asvs';

const read = new Map<string, string | undefined>();
function readFile(file: string): string | undefined {
  if (!read.has(file)) read.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return read.get(file);
}
const list = readList(readFileSync('docs/security/asvs.md', 'utf8'));

it('every requirement of level 2 is answered, and every test that is named exists', () => {
  expect(wantedNumbers()).toHaveLength(257);
  expect(checkList(list, readFile)).toEqual([]);
});

describe('a list', () => {
  const line = ({ state = 'met', held = 'A reason' }) =>
    list.flatMap((other) => (other.number === '1.1.1' ? readList(`| 1.1.1 | words | ${state} | ${held} |`) : [other]));

  it('is read with its tests', () => {
    expect(
      readList('| 1.1.1 | x | met | Because (`lib/a.test.ts` › “one (of %s)”)<br>`e2e/b.spec.ts` › “two › three” |'),
    ).toEqual([
      expect.objectContaining({
        tests: [
          { file: 'lib/a.test.ts', title: 'one (of %s)' },
          { file: 'e2e/b.spec.ts', title: 'two › three' },
        ],
      }),
    ]);
    expect(() => readList('| 1.1.1 | x | met |')).toThrow('four cells');
  });

  it.each([
    ['a number that is missing', list.slice(1), '1.1.1 is missing'],
    ['one that is there twice', [...list, ...list.slice(0, 1)], '1.1.1 is there twice'],
    [
      'one that is none',
      [...list, ...readList('| 99.1.1 | x | met | A reason |')],
      '99.1.1 is no requirement of level 2',
    ],
    ['a state that is none', line({ state: 'nearly' }), '1.1.1 is “nearly”, which is no state'],
    ['a claim without a reason', line({ held: '' }), '1.1.1 names no test and no reason'],
    [
      'a file that is not there',
      line({ held: '`lib/nothing.test.ts` › “x”' }),
      '1.1.1 names lib/nothing.test.ts, which is not there',
    ],
    [
      'a test that is not there',
      line({ held: '`lib/text/sheet.test.ts` › “proves everything”' }),
      '1.1.1 names “proves everything”, which lib/text/sheet.test.ts has not',
    ],
    [
      'a file without a test',
      line({ held: 'See `lib/text/sheet.test.ts`' }),
      '1.1.1 names a file of tests without a test',
    ],
    [
      'a document that is not there',
      line({ held: '[Rules](nothing.md)' }),
      '1.1.1 leads to nothing.md, which is not there',
    ],
    [
      'a part that a document lacks',
      line({ held: '[Rules](rules.md#nothing)' }),
      '1.1.1 leads to rules.md#nothing, which is not there',
    ],
  ])('is refused for %s', (_name, faulty, fault) => {
    expect(checkList(faulty, readFile)).toContain(fault);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkList, readList, requiredNumbers } from '@/scripts/security/asvs';

const read = new Map<string, string | undefined>();
function readFile(file: string): string | undefined {
  if (!read.has(file)) read.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return read.get(file);
}
const list = readList(readFileSync('docs/security/asvs.md', 'utf8'));

it('every requirement of level 2 has an answer, and every named test exists', () => {
  expect(requiredNumbers()).toHaveLength(257);
  expect(checkList(list, readFile)).toEqual([]);
});

describe('the list of requirements', () => {
  const line = ({ state = 'met', evidence = 'A reason' }) =>
    list.flatMap((other) =>
      other.number === '1.1.1' ? readList(`| 1.1.1 | words | ${state} | ${evidence} |`) : [other],
    );

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
    ['a missing number', list.slice(1), '1.1.1 is missing'],
    ['a repeated number', [...list, ...list.slice(0, 1)], '1.1.1 is repeated'],
    [
      'an unknown number',
      [...list, ...readList('| 99.1.1 | x | met | A reason |')],
      '99.1.1 is not a requirement of level 2',
    ],
    ['an unknown state', line({ state: 'nearly' }), '1.1.1 is “nearly”, which is not a state'],
    ['a claim without a reason', line({ evidence: '' }), '1.1.1 names no test and no reason'],
    [
      'a missing file',
      line({ evidence: '`lib/nothing.test.ts` › “x”' }),
      '1.1.1 names lib/nothing.test.ts, which does not exist',
    ],
    [
      'a missing test',
      line({ evidence: '`lib/text/sheet.test.ts` › “proves everything”' }),
      '1.1.1 names “proves everything”, which lib/text/sheet.test.ts does not contain',
    ],
    [
      'a file without a test',
      line({ evidence: 'See `lib/text/sheet.test.ts`' }),
      '1.1.1 names a test file without a test',
    ],
    [
      'a missing document',
      line({ evidence: '[Rules](nothing.md)' }),
      '1.1.1 links to nothing.md, which does not exist',
    ],
    [
      'a missing heading',
      line({ evidence: '[Rules](rules.md#nothing)' }),
      '1.1.1 links to rules.md#nothing, which does not exist',
    ],
  ])('is rejected for %s', (_name, invalid, issue) => {
    expect(checkList(invalid, readFile)).toContain(issue);
  });
});

import { anchorsOf } from '@/scripts/documentation/citations';

/** One line of the list: a requirement of the standard, and what is said of it here. */
export interface Requirement {
  number: string;
  state: string;
  /** What holds it, as it is written. */
  held: string;
  tests: { file: string; title: string }[];
}

export const STATES = ['met', 'provider', 'n/a', 'not met'];
const FEWEST_LETTERS = 4;

// Requirements of levels 1 and 2 by section, of ASVS 5.0.0: 253. Then those of level 3 that are held as well.
const LEVEL_2 = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`;
const OF_LEVEL_3 = ['2.3.5', '7.5.3', '8.3.2', '15.4.2'];

/** The numbers that the list must have. */
export function wantedNumbers(): string[] {
  const level2 = LEVEL_2.trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [section = '', range = ''] = entry.split(':');
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
    });
  return [...level2, ...OF_LEVEL_3];
}

/** The lines of the list's tables. A test is named as `file` › “title”, or › “what it is in › title”. Throws where one of them has not four cells. */
export function readList(text: string): Requirement[] {
  return text
    .split('\n')
    .filter((line) => /^\| *\d/.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      if (cells.length !== 6) throw new Error(`not four cells: ${line}`);
      const [, number = '', , state = '', held = ''] = cells;
      const tests = [...held.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` › “([^”]+)”/g)];
      return { number, state, held, tests: tests.map(([, file = '', title = '']) => ({ file, title })) };
    });
}

/** What is wrong with a list, each a sentence. `readFile` gives a file's text, undefined where there is none. */
export function checkList(list: readonly Requirement[], readFile: (file: string) => string | undefined): string[] {
  const numbers = list.map(({ number }) => number);
  const wanted = wantedNumbers();
  return [
    ...wanted.flatMap((number) => (numbers.includes(number) ? [] : [`${number} is missing`])),
    ...numbers.flatMap((number, index) => (numbers.indexOf(number) === index ? [] : [`${number} is there twice`])),
    ...numbers.flatMap((number) => (wanted.includes(number) ? [] : [`${number} is no requirement of level 2`])),
    ...list.flatMap((requirement) => checkLine(requirement, readFile).map((fault) => `${requirement.number} ${fault}`)),
  ];
}

function checkLine({ state, held, tests }: Requirement, readFile: (file: string) => string | undefined): string[] {
  const mentioned = [...held.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].length;
  return [
    ...(STATES.includes(state) ? [] : [`is “${state}”, which is no state`]),
    ...(held.replaceAll(/[^A-Za-z]/g, '').length < FEWEST_LETTERS ? ['names no test and no reason'] : []),
    ...(mentioned === tests.length ? [] : ['names a file of tests without a test']),
    ...tests.flatMap(({ file, title }) => {
      const text = readFile(file);
      if (text === undefined) return [`names ${file}, which is not there`];
      const isThere = (words: string) => ["'", '"', '`'].some((quote) => text.includes(quote + words + quote));
      return title.split(' › ').every(isThere) ? [] : [`names “${title}”, which ${file} has not`];
    }),
    ...[...held.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)].flatMap(([, file = '', heading]) =>
      checkLink(file, heading, readFile),
    ),
  ];
}

function checkLink(
  file: string,
  heading: string | undefined,
  readFile: (file: string) => string | undefined,
): string[] {
  const text = readFile(new URL(file, 'file:///docs/security/').pathname.slice(1));
  if (text === undefined) return [`leads to ${file}, which is not there`];
  return heading === undefined || anchorsOf(text).has(heading)
    ? []
    : [`leads to ${file}#${heading}, which is not there`];
}

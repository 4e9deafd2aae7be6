import { anchorsOf } from '@/scripts/documentation/citations';

/** One line of the list: a requirement of the standard and how the console meets it. */
export interface Requirement {
  number: string;
  state: string;
  /** Evidence as written: tests, links or a reason. */
  evidence: string;
  tests: { file: string; title: string }[];
}

export const STATES = ['met', 'provider', 'n/a', 'not met'];
const MIN_LETTERS = 4;

// Requirements of levels 1 and 2 by section, of ASVS 5.0.0: 253. Four requirements of level 3 are met as well.
const LEVEL_2 = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`;
const LEVEL_3 = ['2.3.5', '7.5.3', '8.3.2', '15.4.2'];

/** Returns the numbers that the list must contain. */
export function requiredNumbers(): string[] {
  const level2 = LEVEL_2.trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [section = '', range = ''] = entry.split(':');
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
    });
  return [...level2, ...LEVEL_3];
}

/**
 * Reads the lines of the list's tables. A test is named as `file` › “title”, or › “describe title › title”. Throws an
 * error for a line that does not have four cells.
 */
export function readList(text: string): Requirement[] {
  return text
    .split('\n')
    .filter((line) => /^\| *\d/.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      if (cells.length !== 6) throw new Error(`the line does not have four cells: ${line}`);
      const [, number = '', , state = '', evidence = ''] = cells;
      const tests = [...evidence.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` › “([^”]+)”/g)];
      return { number, state, evidence, tests: tests.map(([, file = '', title = '']) => ({ file, title })) };
    });
}

/**
 * Checks a list and returns a sentence for each issue. `readFile` returns a file's text, or undefined for a missing
 * file.
 */
export function checkList(list: readonly Requirement[], readFile: (file: string) => string | undefined): string[] {
  const numbers = list.map(({ number }) => number);
  const required = requiredNumbers();
  return [
    ...required.flatMap((number) => (numbers.includes(number) ? [] : [`${number} is missing`])),
    ...numbers.flatMap((number, index) => (numbers.indexOf(number) === index ? [] : [`${number} is repeated`])),
    ...numbers.flatMap((number) => (required.includes(number) ? [] : [`${number} is not a requirement of level 2`])),
    ...list.flatMap((requirement) => checkLine(requirement, readFile).map((issue) => `${requirement.number} ${issue}`)),
  ];
}

function checkLine({ state, evidence, tests }: Requirement, readFile: (file: string) => string | undefined): string[] {
  const mentioned = [...evidence.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].length;
  return [
    ...(STATES.includes(state) ? [] : [`is “${state}”, which is not a state`]),
    ...(evidence.replaceAll(/[^A-Za-z]/g, '').length < MIN_LETTERS ? ['names no test and no reason'] : []),
    ...(mentioned === tests.length ? [] : ['names a test file without a test']),
    ...tests.flatMap(({ file, title }) => {
      const text = readFile(file);
      if (text === undefined) return [`names ${file}, which does not exist`];
      const contains = (part: string) => ["'", '"', '`'].some((quote) => text.includes(quote + part + quote));
      return title.split(' › ').every(contains) ? [] : [`names “${title}”, which ${file} does not contain`];
    }),
    ...[...evidence.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)].flatMap(([, file = '', heading]) =>
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
  if (text === undefined) return [`links to ${file}, which does not exist`];
  return heading === undefined || anchorsOf(text).has(heading)
    ? []
    : [`links to ${file}#${heading}, which does not exist`];
}

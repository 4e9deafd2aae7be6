import path from 'node:path';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

interface FileCount {
  tests: number;
  left: number;
  failed: number;
  skipped: number;
  startedAt: number | undefined;
}

/** Prints a line for each file when its last test has ended, and each failure in full as it happens. */
export default class FileReporter implements Reporter {
  readonly #files = new Map<string, FileCount>();
  #failed: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const { location } of suite.allTests()) {
      const count = this.#files.get(location.file) ?? {
        tests: 0,
        left: 0,
        failed: 0,
        skipped: 0,
        startedAt: undefined,
      };
      this.#files.set(location.file, { ...count, tests: count.tests + 1, left: count.left + 1 });
    }
  }

  onTestBegin({ location }: TestCase): void {
    const file = this.#files.get(location.file);
    if (file) file.startedAt ??= performance.now();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = this.#files.get(test.location.file);
    // One that is tried again has not ended yet.
    const isOver = result.status === test.expectedStatus || result.retry === test.retries;
    if (!file || !isOver) return;
    file.left -= 1;
    if (test.outcome() === 'skipped') file.skipped += 1;
    else if (test.outcome() === 'unexpected') {
      file.failed += 1;
      this.#failed.push(nameOf(test));
      console.log(describeFailure(test, result));
    }
    if (file.left === 0) console.log(describeFile(test.location.file, file));
  }

  onError(error: TestError): void {
    console.log(`${styleText('red', 'ERROR')} ${describeError(error)}`);
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk);
  }

  onEnd(): void {
    const files = [...this.#files];
    // Nothing began: the tests were only listed.
    const isListing = files.every(([, { startedAt }]) => startedAt === undefined);
    for (const [file, count] of files.filter(([, { left }]) => left > 0))
      console.log(isListing ? `   ${relative(file)} (${count.tests} tests)` : describeFile(file, count));
    if (this.#failed.length > 0) console.log(['', 'Failed:', ...this.#failed.map((name) => `  ${name}`)].join('\n'));
    if (!isListing) console.log(describeTotal(files.map(([, count]) => count)));
  }

  printsToStdio(): boolean {
    return true;
  }
}

/** Formats a file's counts: "✓ approvals.spec.ts (12 tests) 34.1 s". */
function describeFile(file: string, { tests, left, failed, skipped, startedAt }: FileCount): string {
  const counts = [
    `${tests} tests`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(left > 0 ? [`${left} not run`] : []),
  ];
  const mark = failed > 0 || left > 0 ? styleText('red', '×') : styleText('green', '✓');
  const seconds = startedAt === undefined ? 0 : (performance.now() - startedAt) / 1000;
  return ` ${mark} ${relative(file)} (${counts.join(' | ')}) ${seconds.toFixed(1)} s`;
}

/** Formats the counts of a run: "Tests  11 passed | 1 failed". */
function describeTotal(files: FileCount[]): string {
  const sum = (read: (file: FileCount) => number) => files.reduce((total, file) => total + read(file), 0);
  const counts = {
    passed: sum(({ tests, left, failed, skipped }) => tests - left - failed - skipped),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  };
  const named = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  return `\n      Tests  ${named.join(' | ') || 'none'}\n`;
}

function describeFailure(test: TestCase, { errors, stdout, status }: TestResult): string {
  const printed = stdout.map(String).join('').trim();
  return [
    '',
    `${styleText('red', 'FAIL')} ${nameOf(test)}`,
    ...(errors.length === 0 ? [`The test ended as ${status}.`] : errors.map(describeError)),
    ...(printed === '' ? [] : ['It printed:', printed]),
    '',
  ].join('\n');
}

/** Formats an error with the lines of the test around it, then where it was thrown. */
function describeError({ message = '', stack = '', snippet, value }: TestError): string {
  const trace = stripVTControlCharacters(stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return [message || value || 'unknown error', ...(snippet ? ['', snippet, ''] : []), ...trace].join('\n');
}

function nameOf(test: TestCase): string {
  const titles = test.titlePath().slice(3).join(' > ');
  return `${relative(test.location.file)}:${test.location.line} > ${titles}`;
}

const relative = (file: string) => path.relative(process.cwd(), file);

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How many tests came out how. Each counts once, by its final outcome; skipped ones do not count. */
export interface Count {
  passed: number;
  failed: number;
  files: FileTime[];
}

/** How long the tests of a file took, in milliseconds. */
interface FileTime {
  file: string;
  ms: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; startTime: number; endTime: number; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
}

/** Counts a vitest report. A file that could not even be loaded is one failure. */
export function countVitest(reportFile: string, exitCode: number): Count {
  const report = readReport(reportFile) as VitestReport | undefined;
  if (!report) return { passed: 0, failed: 1, files: [] };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative('.', name),
    ms: endTime - startTime,
  }));
  return withCrash({ passed: report.numPassedTests, failed: report.numFailedTests + unloaded, files }, exitCode);
}

/** Counts a Playwright report. */
export function countPlaywright(reportFile: string, exitCode: number): Count {
  const report = readReport(reportFile) as PlaywrightReport | undefined;
  if (!report) return { passed: 0, failed: 1, files: [] };
  const { expected, unexpected, flaky } = report.stats;
  const files = report.suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: sumDurations(suite) }));
  return withCrash({ passed: expected + flaky, failed: unexpected, files }, exitCode);
}

function sumDurations({ suites = [], specs }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(sumDurations)].reduce((sum, ms) => sum + ms, 0);
}

/** Lists the ten files whose tests took longest. Several run at once, so the sum is more than the whole run took. */
export function describeSlowest(files: readonly FileTime[]): string {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  return [
    '',
    'Slowest files:',
    ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`),
  ].join('\n');
}

/** A runner that fails without a failed test has broken, and that must not look like success. */
function withCrash(count: Count, exitCode: number): Count {
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}

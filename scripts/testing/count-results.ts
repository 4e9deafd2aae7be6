import { existsSync, readFileSync } from 'node:fs';

/** How many tests came out how. Each counts once, by its final outcome; skipped ones do not count. */
export interface Count {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** Counts a vitest report. A file that could not even be loaded is one failure. */
export function countVitest(reportFile: string, exitCode: number): Count {
  const report = readReport(reportFile) as VitestReport | undefined;
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return withCrash({ passed: report.numPassedTests, failed: report.numFailedTests + unloaded }, exitCode);
}

/** Counts a Playwright report. */
export function countPlaywright(reportFile: string, exitCode: number): Count {
  const report = readReport(reportFile) as PlaywrightReport | undefined;
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return withCrash({ passed: expected + flaky, failed: unexpected }, exitCode);
}

/** A runner that fails without a failed test has broken, and that must not look like success. */
function withCrash(count: Count, exitCode: number): Count {
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}

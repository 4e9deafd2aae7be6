/** Result of one check by the registry. */
export interface Answer {
  state: 'clean' | 'failed' | 'not-checked';
  message: string;
}

interface Report {
  vulnerabilities?: Record<string, { severity?: string }>;
  invalid?: { name?: string; version?: string }[];
  missing?: { name?: string; version?: string }[];
}

/** Reads the output of `npm audit --json --audit-level=high`. */
export function readAudit(output: string, exitCode: number | null): Answer {
  const report = parse(output);
  if (!report?.vulnerabilities) return notChecked(output);
  const worst = Object.entries(report.vulnerabilities).filter(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  );
  if (worst.length > 0)
    return { state: 'failed', message: worst.map(([name, { severity }]) => `${name} (${severity})`).join(', ') };
  return exitCode === 0 ? { state: 'clean', message: 'none' } : notChecked(output);
}

/** Reads the output of `npm audit signatures --json`. */
export function readSignatures(output: string, exitCode: number | null): Answer {
  const report = parse(output);
  if (!report?.invalid || !report.missing) return notChecked(output);
  const invalid = [...report.invalid, ...report.missing].map(({ name, version }) => `${name}@${version}`);
  if (invalid.length > 0) return { state: 'failed', message: `invalid or missing: ${invalid.join(', ')}` };
  return exitCode === 0 ? { state: 'clean', message: 'valid' } : notChecked(output);
}

function parse(output: string): Report | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function notChecked(output: string): Answer {
  const { message, error } = (parse(output) ?? {}) as { message?: string; error?: { summary?: string } };
  return {
    state: 'not-checked',
    message: `could not be checked (${message || error?.summary || 'npm gave no readable answer'})`,
  };
}

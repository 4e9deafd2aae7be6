/** What came of one question to the registry. */
export interface Answer {
  state: 'clean' | 'faulty' | 'unanswered';
  says: string;
}

interface Report {
  vulnerabilities?: Record<string, { severity?: string }>;
  invalid?: { name?: string; version?: string }[];
  missing?: { name?: string; version?: string }[];
}

/** Reads what `npm audit --json --audit-level=high` said. */
export function readAudit(output: string, exitCode: number | null): Answer {
  const report = parse(output);
  if (!report?.vulnerabilities) return unanswered(output);
  const worst = Object.entries(report.vulnerabilities).filter(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  );
  if (worst.length > 0)
    return { state: 'faulty', says: worst.map(([name, { severity }]) => `${name} (${severity})`).join(', ') };
  return exitCode === 0 ? { state: 'clean', says: 'none' } : unanswered(output);
}

/** Reads what `npm audit signatures --json` said. */
export function readSignatures(output: string, exitCode: number | null): Answer {
  const report = parse(output);
  if (!report?.invalid || !report.missing) return unanswered(output);
  const wrong = [...report.invalid, ...report.missing].map(({ name, version }) => `${name}@${version}`);
  if (wrong.length > 0) return { state: 'faulty', says: `wrong or missing: ${wrong.join(', ')}` };
  return exitCode === 0 ? { state: 'clean', says: 'all right' } : unanswered(output);
}

function parse(output: string): Report | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function unanswered(output: string): Answer {
  const { message, error } = (parse(output) ?? {}) as { message?: string; error?: { summary?: string } };
  return {
    state: 'unanswered',
    says: `could not be checked (${message || error?.summary || 'npm said nothing that can be read'})`,
  };
}

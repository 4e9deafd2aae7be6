import type { RiskLine } from '@/lib/risk/risk-facts';

/** Returns whether a line of the risk card is a finding: it warns, or the check did not run. */
export function isFinding({ state }: Pick<RiskLine, 'state'>): boolean {
  return state === 'warn' || state === 'unavailable';
}

/**
 * Lists what the checks rest on, each sentence once. The payments come first: most checks compare with them. Empty
 * where none tells; a check that did not run says so itself.
 */
export function listBasis(lines: readonly Pick<RiskLine, 'id' | 'state' | 'basis'>[]): string[] {
  const ran = lines.filter(({ state }) => state !== 'unavailable');
  const first = ran.filter(({ id }) => id === 'paid');
  return [...new Set([...first, ...ran].flatMap(({ basis }) => basis || []))];
}

import { nameByFirstSentence } from '@/lib/risk/findings';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RiskLine } from '@/lib/risk/risk-facts';

/**
 * Names everything about a withdrawal that an approver must look at, a few words each and each once: what warns, what
 * could not be checked, and similar addresses.
 */
export function nameFindings({ similarAddresses, card }: Pick<RecipientChecks, 'similarAddresses' | 'card'>): string[] {
  const named = card.lines.filter(isFinding).map(({ name, text }) => name ?? nameByFirstSentence(text));
  return [...new Set([...nameSimilar(similarAddresses), ...named])];
}

function nameSimilar(similarAddresses: RecipientChecks['similarAddresses']): string[] {
  if (similarAddresses === 'unavailable') return ['similar addresses not checked'];
  return similarAddresses.length > 0 ? ['similar address'] : [];
}

/** Returns whether a line of the risk card is a finding: it warns, or the check did not run. */
export function isFinding({ state }: Pick<RiskLine, 'state'>): boolean {
  return state === 'warn' || state === 'unavailable';
}

/**
 * Lists the findings that an approver is shown beside the possible duplicates that they see. The line that counts
 * duplicates says nothing more, unless some of those are of profiles that the approver does not see (`hiddenSimilar`).
 */
export function listShownFindings(lines: readonly RiskLine[], hiddenSimilar: number): RiskLine[] {
  return lines.filter((line) => isFinding(line) && (line.id !== 'repeated' || hiddenSimilar > 0));
}

/** Writes the findings as one sentence, such as “2 findings: never paid before; similar address.” */
export function describeFindings(names: readonly string[]): string {
  if (names.length === 0) return 'No findings.';
  return `${names.length} ${names.length === 1 ? 'finding' : 'findings'}: ${names.join('; ')}.`;
}

/**
 * Says in one line what the checks of a risk card rest on, and lists all of it. The payments come first: most checks
 * compare with them. Empty where no check ran; a check that did not run says so itself.
 */
export function summarizeBasis(lines: readonly Pick<RiskLine, 'id' | 'state' | 'basis'>[]): {
  summary: string;
  all: string[];
} {
  const ran = lines.filter(({ state }) => state !== 'unavailable');
  const first = ran.find(({ id }) => id === 'paid') ?? ran[0];
  if (!first) return { summary: '', all: [] };
  const all = [...new Set([first.basis, ...ran.map(({ basis }) => basis)])];
  return { summary: first.basis, all };
}

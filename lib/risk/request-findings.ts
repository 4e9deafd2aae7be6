import type { LimitUse } from '@/lib/policy/describe-time-limit';
import { nameByFirstSentence } from '@/lib/risk/findings';
import { listLimitFindings } from '@/lib/risk/limit-findings';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RiskCard, RiskLine } from '@/lib/risk/risk-facts';
import { listSimilarFindings } from '@/lib/risk/similar-findings';
import { isGrave, sortByWeight } from '@/lib/risk/sort-findings';

/** What the findings about a request that awaits approval rest on. */
interface Found {
  /** The questions that nobody answered yet, each with who asks. */
  questions: readonly string[];
  /** Null until there are any. */
  checks: (Pick<RecipientChecks, 'similarAddresses'> & { card: Pick<RiskCard, 'lines'> }) | null;
  limits: readonly LimitUse[];
}

/** Lists everything that is found about a request: the same for its line in the queue, its page and its dialog. */
export function listRequestFindings({ questions, checks, limits }: Found): RiskLine[] {
  return [
    ...(questions.length === 0 ? [] : [questionFinding(questions.join(' '))]),
    ...(checks ? listSimilarFindings(checks) : []),
    ...listLimitFindings(limits),
    ...(checks ? checks.card.lines : []),
  ];
}

const questionFinding = (text: string): RiskLine => ({
  id: 'question',
  state: 'warn',
  name: 'open question',
  text,
});

/** A finding that calls for attention, as a line of the queue names it. */
export interface NamedFinding {
  id: string;
  name: string;
  isGrave: boolean;
}

/** Names the findings that call for attention, the gravest first: what the page lists and titles in the same order. */
export function nameFindings(lines: readonly RiskLine[]): NamedFinding[] {
  return sortByWeight(lines).attention.map((line) => ({
    id: line.id,
    name: line.name ?? nameByFirstSentence(line.text),
    isGrave: isGrave(line),
  }));
}

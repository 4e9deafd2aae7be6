import type { LimitUse } from '@/lib/policy/describe-time-limit';
import { nameByFirstSentence } from '@/lib/risk/findings';
import { listLimitFindings } from '@/lib/risk/limit-findings';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RiskCard, RiskLine } from '@/lib/risk/risk-facts';
import { listSimilarFindings } from '@/lib/risk/similar-findings';
import { isGrave, REJECTED, sortByWeight } from '@/lib/risk/sort-findings';
import type { BodyChange } from '@/lib/withdrawals/body-changes';

/** What the findings about a request that awaits approval rest on. */
interface Found {
  /** The questions that nobody answered yet, each with who asks. */
  questions: readonly string[];
  /** What was rejected and is asked for once more; null for nothing. */
  rejection: PastRejection | null;
  /** Null until there are any. */
  checks: (Pick<RecipientChecks, 'similarAddresses'> & { card: Pick<RiskCard, 'lines'> }) | null;
  limits: readonly LimitUse[];
}

/** The rejection of an earlier version, or of an earlier request that this one follows. */
export interface PastRejection {
  personName: string;
  /** The person for whom a delegate rejected; null where a person decided in their own name. */
  forPersonName: string | null;
  reason: string;
  /** The time in ISO 8601. */
  at: string;
  /** The version that was rejected. */
  version: number;
  /** The earlier request; null where a version of the same request was rejected. */
  other: { id: string; refId: string } | null;
  /** What differs now from what was rejected, apart from a new reference. */
  changes: readonly BodyChange[];
}

/** Lists everything that is found about a request: the same for its line in the queue, its page and its dialog. */
export function listRequestFindings({ questions, rejection, checks, limits }: Found): RiskLine[] {
  return [
    ...(rejection ? [rejectionFinding(rejection)] : []),
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

/** Names a rejection by its reason; who rejected, and when, is beside it (`REJECTED`). */
function rejectionFinding({ reason, changes }: PastRejection): RiskLine {
  return {
    id: REJECTED,
    state: 'warn',
    name: reason === '' ? 'rejected before' : `rejected before: ${reason}`,
    text:
      changes.length === 0 ? 'Nothing was changed since.' : `Changed since: ${changes.map(writeChange).join('; ')}.`,
    ...(changes.length === 0 && { isUnchanged: true }),
  };
}

// Longer values are on the page.
const MAX_WRITTEN_LENGTH = 40;

function writeChange({ field, before, after }: BodyChange): string {
  const name = field.replaceAll('_', ' ');
  const isShort = [before, after].every((text) => text !== null && text.length <= MAX_WRITTEN_LENGTH);
  return isShort ? `${name} from ${before} to ${after}` : name;
}

/** Leaves out of a rejection which amounts changed into which. */
export function withoutAmounts(rejection: PastRejection | null): PastRejection | null {
  return rejection && { ...rejection, changes: rejection.changes.map(withoutAmount) };
}

const withoutAmount = (change: BodyChange) =>
  change.field === 'amount' || change.field === 'total' ? { ...change, before: null, after: null } : change;

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

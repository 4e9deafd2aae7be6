import { describeAsked } from '@/lib/policy/describe-rule';
import type { PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, isAbout, type PolicyOutcome } from '@/lib/policy/policy';
import { APPROVING_ROLES, type PolicyRule } from '@/lib/policy/rules';
import { usageOf } from '@/lib/policy/time-limits';

/** Facts that a rule asks for and that are not stored with every request; what is not stored counts as the risk. */
export const MISSING_FACTS = ['warnings', 'paid before', 'limits over time'] as const;
export type MissingFact = (typeof MISSING_FACTS)[number];

/** Periods of a replay: the days before now, all requests, or those that wait for approvals or to be sent. */
export const REPLAY_PERIODS = ['90', 'all', 'waiting'] as const;
export type ReplayPeriod = (typeof REPLAY_PERIODS)[number];

/** What the thread of a replay begins with, and what it takes then: IDs of requests with their facts as JSON. */
export interface ReplayedRules {
  before: readonly PolicyRule[];
  after: readonly PolicyRule[];
}
export type ReplayBatch = [id: string, facts: string][];

/** Requests whose outcome changes from one text to another. */
export interface ReplayChange {
  before: string;
  after: string;
  /** `other`: neither asks for more than the other. */
  direction: 'more' | 'less' | 'other';
  count: number;
  /** The IDs of some of the requests, in the order of the replay. */
  examples: string[];
}

/** What other rules would have asked for, compared with those in force, over past requests. */
export interface Replay {
  /** Requests in all. */
  count: number;
  /** Outcomes that stay, and their numbers. */
  kept: { outcome: string; count: number }[];
  changes: ReplayChange[];
  /** Requests whose stored facts cannot be read; they are left out. */
  unreadable: number;
  /** Numbers of requests for which something is not stored that the new rules ask for. */
  missing: Record<MissingFact, number>;
}

const MAX_EXAMPLES = 3;

/** Collects what two policies ask for, request by request. */
export function createReplay({ before, after }: ReplayedRules) {
  const changes = new Map<string, ReplayChange>();
  const kept = new Map<string, number>();
  const missing: Replay['missing'] = { warnings: 0, 'paid before': 0, 'limits over time': 0 };
  let count = 0;
  let unreadable = 0;
  return {
    /** Takes a request by its ID and its stored facts. */
    add: (id: string, stored: PolicyFacts) => {
      count += 1;
      const facts = readStrictly(stored);
      let [old, now]: PolicyOutcome[] = [];
      try {
        [old, now] = [evaluatePolicy(before, facts), evaluatePolicy(after, facts)];
      } catch {
        // An amount that is none: one such row must not keep the others from being replayed.
      }
      if (!old || !now) {
        unreadable += 1;
        return;
      }
      for (const fact of MISSING_FACTS) if (isMissing[fact](after, stored, facts)) missing[fact] += 1;
      const [was, is] = [describeReplayed(old), describeReplayed(now)];
      if (was === is) {
        kept.set(is, (kept.get(is) ?? 0) + 1);
        return;
      }
      const key = JSON.stringify([was, is]);
      const change = changes.get(key) ?? {
        before: was,
        after: is,
        direction: compare(old, now),
        count: 0,
        examples: [],
      };
      change.count += 1;
      if (change.examples.length < MAX_EXAMPLES) change.examples.push(id);
      changes.set(key, change);
    },
    finish: (): Replay => ({
      count,
      kept: [...kept].map(([outcome, number]) => ({ outcome, count: number })).toSorted((a, b) => b.count - a.count),
      changes: [...changes.values()].toSorted(
        (a, b) => DIRECTIONS.indexOf(a.direction) - DIRECTIONS.indexOf(b.direction) || b.count - a.count,
      ),
      unreadable,
      missing,
    }),
  };
}

// What takes less comes first: it is what a second person must not overlook.
const DIRECTIONS: readonly ReplayChange['direction'][] = ['less', 'other', 'more'];

function compare(old: PolicyOutcome, now: PolicyOutcome): ReplayChange['direction'] {
  const [isMore, isLess] = [asksAtLeast(now, old), asksAtLeast(old, now)];
  if (isMore === isLess) return 'other';
  return isMore ? 'more' : 'less';
}

/** Tells whether an outcome asks for all that another does: as many people, the role, and every group. */
function asksAtLeast(one: PolicyOutcome, other: PolicyOutcome): boolean {
  if (one.kind === 'refuse' || other.kind === 'refuse') return one.kind === 'refuse';
  return (
    one.count >= other.count &&
    APPROVING_ROLES.indexOf(one.role) >= APPROVING_ROLES.indexOf(other.role) &&
    other.groups.every(({ group, count }) => one.groups.some((own) => own.group === group && own.count >= count))
  );
}

/** Describes an outcome without its rule, since rules change their numbers. */
function describeReplayed(outcome: PolicyOutcome): string {
  const asked = describeAsked(outcome);
  return outcome.kind === 'approve' && outcome.waitsFor.length > 0 ? `${asked}, after a wait` : asked;
}

/** Reads facts as the product reads what it cannot know: a check that is not stored could not be made. */
function readStrictly(stored: PolicyFacts): PolicyFacts {
  return {
    ...stored,
    signals: stored.signals ?? ['check-unavailable'],
    isNewRecipient: stored.isNewRecipient || stored.paidBefore === undefined,
  };
}

const isMissing: Record<
  MissingFact,
  (rules: readonly PolicyRule[], stored: PolicyFacts, facts: PolicyFacts) => boolean
> = {
  warnings: (rules, { signals }) => signals === undefined && rules.some(({ when }) => when.signals !== undefined),
  'paid before': (rules, { paidBefore, isNewRecipient }) =>
    paidBefore === undefined && !isNewRecipient && rules.some(({ when }) => when.isNewRecipient),
  'limits over time': (rules, { overTime }, facts) =>
    rules.some(
      (rule) => rule.when.overTime !== undefined && !usageOf(rule.when.overTime, overTime) && isAbout(rule, facts),
    ),
};

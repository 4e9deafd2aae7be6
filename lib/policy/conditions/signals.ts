import { z } from 'zod';
import { type Condition, draftOfList } from '@/lib/policy/conditions/condition';
import type { PolicyFacts } from '@/lib/policy/facts';
import { SIGNAL_IDS, type SignalId, SIGNALS } from '@/lib/policy/signals';
import { joinList } from '@/lib/text/join-list';

/** One of these warnings holds (lib/policy/signals). A check that could not be made counts as a warning. */
export const signals: Condition<SignalId[]> = {
  schema: z.array(z.enum(SIGNAL_IDS)).min(1).max(SIGNAL_IDS.length),
  holds: (named, facts) => holdingSignals(named, facts).length > 0,
  comparison: {
    // A check that could not be made fulfils every condition on warnings.
    implies: (mine, other) =>
      mine !== undefined && mine.every((signal) => signal === 'check-unavailable' || other.includes(signal)),
  },
  describe: (named) =>
    `if ${joinList(
      named.map((signal) => SIGNALS[signal]),
      'or',
    )}, or if that could not be checked`,
  explain: (named, facts) => holdingSignals(named, facts).map((signal) => SIGNALS[signal]),
  example: (named, calm) => ({ ...calm, signals: named.slice(0, 1) }),
  draft: draftOfList(z.array(z.enum(SIGNAL_IDS))),
};

/** Returns which of the given warnings hold. A check that could not be made counts, whatever a rule names. */
export function holdingSignals(
  wanted: readonly SignalId[],
  { signals: found = [] }: Pick<PolicyFacts, 'signals'>,
): SignalId[] {
  const holding = wanted.filter((signal) => found.includes(signal));
  return holding.length === 0 && found.includes('check-unavailable') ? ['check-unavailable'] : holding;
}

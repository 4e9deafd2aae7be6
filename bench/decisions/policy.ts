import { randomBytes, randomUUID } from 'node:crypto';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurnsOf } from '@/bench/measure';
import { submit } from '@/e2e/soak/faults/clicks';
import { Member } from '@/scripts/stack/member';
import type { PolicyRule } from '@/lib/policy/rules';
import type { TimeLimit } from '@/lib/policy/time-limits';
import { sumSubmission } from '@/lib/server/requests/limits/scope';
import { toWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';
import { filledForm } from '@/scripts/stack/filled-form';

const ROUNDS = { rounds: 40, warmUp: 8 };

const LIMITS: TimeLimit[] = [
  { window: { kind: 'hours', hours: 24 }, by: ['requester'], limit: { kind: 'count', limit: 1_000_000 } },
  {
    window: { kind: 'calendar', unit: 'day', zone: 'Europe/Berlin' },
    by: ['profile'],
    limit: { kind: 'sum', limits: { ETH: '1000000000000' } },
  },
  {
    window: { kind: 'hours', hours: 168 },
    by: ['recipient'],
    limit: { kind: 'sum', limits: { ETH: '1000000000000' } },
  },
  {
    window: { kind: 'calendar', unit: 'week', zone: 'UTC' },
    by: ['asset', 'network'],
    limit: { kind: 'sum', limits: { ETH: '1000000000000' } },
  },
  {
    window: { kind: 'hours', hours: 720 },
    by: [],
    limit: { kind: 'value', currency: 'USD', limit: '1000000000000000000' },
  },
];
/** A rule for every withdrawal, and fifty rules with five limits over time that end in it. */
export const ALL: PolicyRule = { name: 'All', when: {}, then: { kind: 'approve', count: 2 } };
export const MANY: PolicyRule[] = [
  ...LIMITS.map((overTime): PolicyRule => ({ name: 'Limit', when: { overTime }, then: { kind: 'approve', count: 3 } })),
  ...Array.from({ length: 44 }, (_, index): PolicyRule => ({
    name: `Rule ${index}`,
    when: { assets: [`A${index}`], atLeast: { [`A${index}`]: '1000' } },
    then: { kind: 'approve', count: 3 },
  })),
  ALL,
];

const MANY_ITEMS = 1000;
const FEW_ITEMS = 250;

/**
 * Measures how the work of counting a batch against five limits over time grows with its items, which each count with
 * the others. The transaction that saves the batch holds the lock meanwhile.
 */
export async function benchBatchSums(): Promise<Figure> {
  const times = await takeTurnsOf(
    { rounds: 20, warmUp: 4 },
    { few: () => sumUp(FEW_ITEMS), many: () => sumUp(MANY_ITEMS) },
  );
  return {
    name: `Counting a batch of ${MANY_ITEMS} items against five limits over time`,
    against: `a batch of ${FEW_ITEMS} items`,
    ...ratioOf('ms', median(times.few), median(times.many)),
    target: { atMost: 6 },
  };
}

/** Counts a new batch of so many items, and gives the time that it took in milliseconds. */
function sumUp(count: number): number {
  const bodies = Array.from({ length: count }, () => newBody());
  const start = performance.now();
  for (const body of bodies)
    for (const limit of LIMITS) sumSubmission(limit, { body, submission: bodies, requesterId: 'requester' });
  return performance.now() - start;
}

function newBody(): WithdrawalBody {
  const form = filledForm({ value: '0.25', destinationAddress: `0x${randomBytes(20).toString('hex')}` });
  return toWithdrawalBody({ formKey: randomUUID(), form }, 'send');
}

/**
 * Measures what a policy of fifty rules with five limits over time costs: the time of a submission, from the click to
 * the saved request, under it and under a policy of one rule. The two take turns.
 */
export async function benchPolicy({ consoleUrl, database, transfers }: Desk): Promise<Figure[]> {
  const requester = new Member('finance', consoleUrl);
  await requester.signIn();
  const submitUnder = async (rules: readonly PolicyRule[]) => {
    await database.query('update sessions set authenticated_at = now(), seen_at = now()');
    await database.query(
      'insert into policy_versions (version, rules) select max(version) + 1, $1 from policy_versions',
      [JSON.stringify(rules)],
    );
    const start = performance.now();
    const { value, status } = await submit(requester, {
      formKey: randomUUID(),
      refId: `bench-${randomUUID()}`,
      value: '0.25',
    });
    const taken = performance.now() - start;
    if (!value?.ok) throw new Error(`a request was not made: ${status} ${JSON.stringify(value)}`);
    return taken;
  };
  const times = await takeTurnsOf(ROUNDS, { one: () => submitUnder([ALL]), many: () => submitUnder(MANY) });
  const { rows } = await database.query<{ counted: string }>(
    `select count(*) as counted from mirror_transfers
     where type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and created_at > now() - interval '720 hours'`,
  );
  return [
    {
      name: `Request under 50 rules with five limits over time, ${rows[0]?.counted} of ${transfers} transfers within the longest`,
      against: 'under one rule',
      ...ratioOf('ms', median(times.one), median(times.many)),
      target: { atMost: 1.5 },
    },
  ];
}

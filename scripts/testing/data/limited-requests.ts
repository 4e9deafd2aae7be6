import { randomBytes, randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach } from 'vitest';
import type { PolicyRule } from '@/lib/policy/rules';
import type { TimeLimit } from '@/lib/policy/time-limits';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { createAs } from '@/lib/server/requests/creation/create';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { clearMirror } from '@/scripts/testing/mirror/mirror-records';
import { surely } from '@/scripts/testing/results';

/** The people of a test of limits over time, and the profile that its withdrawals leave from. */
interface LimitedDesk {
  requester: Person;
  other: Person;
  approvers: Person[];
  /** Each test has profiles of its own, so that the requests of the others count in none of its limits. */
  profile: string;
}

export const desk = {} as LimitedDesk;

/**
 * Sets up a console without workers, and before each test a profile, a complete and empty copy, and no open request.
 */
export function setUpLimitedDesk(): ReturnType<typeof setUpTestConsole> {
  const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
  beforeAll(async () => {
    desk.requester = (await signInAs('requester', ['finance'])).person;
    const second = await signInAs('other', ['finance']);
    desk.other = second.person;
    caller.sessionId = second.sessionId;
    desk.approvers = [];
    for (const name of ['one', 'two', 'three']) desk.approvers.push((await signInAs(name, ['approver'])).person);
  });
  beforeEach(async () => {
    desk.profile = randomUUID();
    await withoutTriggers((transaction) =>
      transaction
        .update(withdrawalRequests)
        .set({ state: 'CANCELLED' })
        .where(sql`state <> 'CANCELLED'`),
    );
    await clearMirror();
    await completeMirror();
  });
  return running;
}

export const DAY = { kind: 'hours', hours: 24 } as const;

/** Makes a limit of a sum in ETH. */
export const sumOf = (limit: string, by: TimeLimit['by'] = [], window: TimeLimit['window'] = DAY): TimeLimit => ({
  window,
  by,
  limit: { kind: 'sum', limits: { ETH: limit } },
});

/** Makes a rule for every withdrawal. */
export const anyway = (count = 1): PolicyRule => ({ name: 'All', when: {}, then: { kind: 'approve', count } });

/** Makes a rule for withdrawals over a limit. */
export const over = (overTime: TimeLimit, then: PolicyRule['then'] = { kind: 'approve', count: 2 }): PolicyRule => ({
  name: 'Limit',
  when: { overTime },
  then,
});

export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** Requests a withdrawal of so many ETH to a new address, which is confirmed where it resembles another one. */
export async function request(
  value: string,
  change: Parameters<typeof filledForm>[0] = {},
  person: Person = desk.requester,
) {
  const destinationAddress = change.destinationAddress ?? newAddress();
  const chosen = { destinationAddress, chosenAddress: destinationAddress };
  const form = filledForm({ profileId: desk.profile, value, ...change, ...chosen });
  return createAs(person, { formKey: randomUUID(), form });
}

/** Requests a withdrawal as `request` does, and reads its version. */
export async function make(...given: Parameters<typeof request>) {
  const made = surely(await request(...given));
  return readVersion(made.requestId);
}

/** Reads the newest version of a request. */
export async function readVersion(requestId: string) {
  const [version] = await database()
    .select()
    .from(requestVersions)
    .where(eq(requestVersions.requestId, requestId))
    .orderBy(desc(requestVersions.version))
    .limit(1);
  if (!version) throw new Error('the version must be there');
  return version;
}

/** Requests a withdrawal as `request` does, and gives the number of approvals that it needs. */
export const approvalsFor = async (...given: Parameters<typeof request>) => (await make(...given)).requiredApprovals;

/** Tries what the policy would decide on so many ETH to a new address. */
export async function dryRun(amount: string, change: Record<string, string> = {}) {
  const tried = surely(
    await dryRunPolicy({
      asset: 'ETH',
      network: 'ETHEREUM',
      profile: desk.profile,
      amount,
      address: newAddress(),
      requester: desk.requester.id,
      ...change,
    }),
  );
  return tried;
}

/** Makes the record of a withdrawal of an hour ago that nobody requested here. */
export const transferOf = (change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  profile_id: desk.profile,
  asset: 'ETH',
  amount: '6',
  fee: '0.5',
  total: '6.5',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  status: 'COMPLETED',
  crypto_network: 'ETHEREUM',
  destination_address: newAddress(),
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  updated_at: new Date().toISOString(),
  ...change,
});

/** Makes the record of a withdrawal of one unit, fee included, at a price and so many days before the 40th last one. */
export const past = (notional: string, at: number, change: Record<string, unknown> = {}) =>
  transferOf({
    amount: '0.9',
    fee: '0.1',
    total: '1',
    notional_value: notional,
    created_at: new Date(Date.now() - (40 + at) * 86_400_000).toISOString(),
    ...change,
  });

export const priced = (price: string, at: number) => past(price, at, { asset: 'PYUSD' });

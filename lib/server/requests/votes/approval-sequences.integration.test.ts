import { createHash, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { decisions } from '@/lib/server/database/schema/decisions';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Person } from '@/lib/server/auth/sessions';
import { amendAs } from '@/lib/server/requests/creation/amend';
import { cancelAs } from '@/lib/server/requests/votes/cancel';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { expireRequests } from '@/lib/server/requests/expire';
import { createRequest } from '@/lib/server/requests/creation/create';

// `npm run soak -- sequences` runs 10,000.
const SEQUENCES = Number(process.env.SEQUENCES ?? runs(0.1));

setUpTestConsole();
// The first one makes the requests, and has the role to approve those of others.
let people: Person[];

beforeAll(async () => {
  const requester = await signInAs('requester', ['finance', 'approver']);
  as(requester);
  people = [requester.person];
  for (const name of ['one', 'two', 'three']) people.push((await signInAs(name, ['approver'])).person);
});

interface Seen {
  version: number;
  bodySha256: string;
  bytes: string;
}
type Step =
  | { act: 'look' | 'approve' | 'reject' | 'cancel' | 'expire'; who: number }
  | { act: 'edit'; value: number; isOldBase: boolean };

const who = fc.integer({ min: 0, max: 3 });
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('look' as const), who }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('approve' as const), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reject' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('edit' as const),
      value: fc.integer({ min: 1, max: 3 }),
      isOldBase: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('cancel' as const, 'expire' as const), who }) },
);

// One sequence always ends in an approval.
const TO_APPROVAL: Step[] = [1, 2].flatMap((index) => [
  { act: 'look' as const, who: index },
  { act: 'approve' as const, who: index },
]);

async function look(requestId: string): Promise<Seen> {
  const [row] = await database()
    .select({ version: requestVersions.version, bodySha256: requestVersions.bodySha256, body: requestVersions.body })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
      ),
    )
    .where(eq(withdrawalRequests.id, requestId));
  if (!row) throw new Error('the request must be there');
  return { version: row.version, bodySha256: row.bodySha256, bytes: row.body.toString('utf8') };
}

const personOf = (index: number) => people[index] as Person;

async function take(requestId: string, step: Step, seen: Map<number, Seen[]>): Promise<void> {
  switch (step.act) {
    case 'look':
      seen.set(step.who, [...(seen.get(step.who) ?? []), await look(requestId)]);
      return;
    case 'approve':
    case 'reject': {
      const last = seen.get(step.who)?.at(-1);
      if (!last) return;
      const { version, bodySha256 } = last;
      await decideAs(personOf(step.who), {
        requestId,
        version,
        bodySha256,
        verdict: step.act === 'approve' ? 'APPROVED' : 'REJECTED',
        comment: 'x',
      });
      return;
    }
    case 'edit': {
      const { version } = await look(requestId);
      const basedOnVersion = step.isOldBase ? Math.max(1, version - 1) : version;
      await amendAs(personOf(0), {
        requestId,
        basedOnVersion,
        formKey: randomUUID(),
        form: filledForm({ value: String(step.value) }),
      });
      return;
    }
    case 'cancel':
      await cancelAs(personOf(step.who), { requestId });
      return;
    case 'expire':
      await database()
        .update(withdrawalRequests)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(eq(withdrawalRequests.id, requestId));
      await expireRequests();
  }
}

it(
  `no sequence of edits, decisions, cancellations and expiry leaves an approval on bytes that nobody saw (${SEQUENCES} sequences)`,
  { timeout: 600_000 + SEQUENCES * 500 },
  async () => {
    let approved = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 14 }), async (steps) => {
        const { requestId } = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
        const seen = new Map<number, Seen[]>();
        for (const each of steps) await take(requestId, each, seen);

        const [request] = await database()
          .select()
          .from(withdrawalRequests)
          .where(eq(withdrawalRequests.id, requestId));
        const votes = await database().select().from(decisions).where(eq(decisions.requestId, requestId));
        for (const vote of votes) {
          const index = people.findIndex(({ id }) => id === vote.personId);
          expect(index).not.toBe(0);
          const looked = seen.get(index)?.find(({ version }) => version === vote.version);
          expect(
            createHash('sha256')
              .update(looked?.bytes ?? '')
              .digest('hex'),
          ).toBe(vote.bodySha256);
        }
        const current = await look(requestId);
        const counting = votes.filter(
          (vote) =>
            vote.version === current.version && vote.verdict === 'APPROVED' && vote.bodySha256 === current.bodySha256,
        );
        const isApproved = request?.state === 'APPROVED';
        if (isApproved) {
          approved += 1;
          expect(new Set(counting.map(({ personId }) => personId)).size).toBeGreaterThanOrEqual(2);
        }
        expect(await database().$count(sends, eq(sends.requestId, requestId))).toBe(isApproved ? 1 : 0);
      }),
      { numRuns: SEQUENCES, examples: [[TO_APPROVAL]] },
    );
    // Without any approval, the assertions above would prove nothing.
    expect(approved).toBeGreaterThan(0);
  },
);

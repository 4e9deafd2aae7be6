import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { make } from '@/scripts/testing/data/requests';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { findRequestsByTerms, requestLookupStatement } from '@/lib/server/requests/lookup';
import { findSimilarReferences } from '@/lib/server/transfers/similar-references';
import { inTransaction } from '@/lib/server/database/client';
import { sendNext } from '@/lib/server/sends/worker';
import { bulkLookupTransfers } from '@/lib/server/transfers/bulk-lookup';
import { matchTermsToRows } from '@/lib/search/lookup/bulk-lookup';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);

beforeEach(() => {
  as(finance);
});

const create = (referenceId: string, change: Partial<WithdrawalForm> = {}) => make({ referenceId, ...change });

async function lookUp(...terms: string[]) {
  const answer = surely(await bulkLookupTransfers({ text: terms.join('\n') }));
  return matchTermsToRows(terms, answer.rows);
}

describe('a bulk lookup of what was requested here', () => {
  it('finds a request that was never sent by its reference, in any case, and by its ID', async () => {
    const refId = `Never-${randomUUID().slice(0, 8)}`;
    const id = await create(refId);
    const lines = await lookUp(refId.toUpperCase(), id.toUpperCase(), `${refId}x`, 'nowhere-1');
    expect(lines.map(({ outcome }) => outcome)).toEqual(['requested', 'requested', 'unchecked', 'unchecked']);
    const [line] = lines;
    const outcome = line?.matches[0]?.request?.outcome;
    expect(line?.matches).toMatchObject([{ transfer: undefined, request: { id, refId } }]);
    expect(outcome && describeRequestOutcome(outcome)).toMatchObject({ wasSent: 'no' });
  });

  it('shows the transfer of a request that was sent once, by its reference and by its transfer ID', async () => {
    const refId = `Sent-${randomUUID().slice(0, 8)}`;
    const id = await create(refId);
    await approveRequest(id, one.person, two.person);
    await sendNext();
    const [transfer] = (await running.sandbox.api.inspect(`transfers?ref_id=${refId}`)).items as { id: string }[];
    const transferId = String(transfer?.id);
    expect(await lookUp(refId, transferId)).toMatchObject([
      { outcome: 'found', matches: [{ transfer: { id: transferId }, request: { id } }] },
      { outcome: 'found', matches: [{ transfer: { id: transferId }, request: { id } }] },
    ]);
  });

  it('answers for a thousand terms with one statement for transfers and one for requests', async () => {
    const refId = `Many-${randomUUID().slice(0, 8)}`;
    const id = await create(refId);
    const terms = Array.from({ length: 999 }, (_, index) => (index % 2 ? randomUUID() : `none-${index}`));
    const lines = await lookUp(...terms, refId);
    expect(lines).toHaveLength(1000);
    expect(lines.at(-1)).toMatchObject({ outcome: 'requested', matches: [{ request: { id } }] });
    expect(lines.filter(({ matches }) => matches.length > 0)).toHaveLength(1);
  });

  it('finds the requests of each term by indexes alone', async () => {
    const plan = await inTransaction(async (transaction) => {
      // The tables are so small that reading them whole would be cheaper.
      await transaction.execute(sql`set local enable_seqscan = off`);
      return transaction.execute(sql`explain ${requestLookupStatement(['INV-1', randomUUID()])}`);
    });
    expect(JSON.stringify(plan.rows)).toContain('Index');
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan');
  });

  it('offers the reference of a request for one that was mistyped, and to nobody who may not see it', async () => {
    const refId = `Typed-${randomUUID().slice(0, 8)}`;
    await create(refId);
    const typed = refId.slice(0, -1);
    expect(await findSimilarReferences(finance.person, [typed])).toEqual(new Map([[typed, [refId]]]));
    expect(await findSimilarReferences({ ...finance.person, visibleProfiles: ['p-other'] }, [typed])).toEqual(
      new Map(),
    );
  });

  it('hides the requests of other profiles', async () => {
    const refId = `Hidden-${randomUUID().slice(0, 8)}`;
    const id = await create(refId);
    const [found] = await findRequestsByTerms(finance.person, [refId]);
    expect(found).toMatchObject([{ id }]);
    expect(await findRequestsByTerms({ ...finance.person, visibleProfiles: ['p-other'] }, [refId])).toEqual([[]]);
  });

  it.each([
    ['a text that is no UUID', `${'0'.repeat(8)}-0000-0000-0000-00000000000g`],
    ['null characters', 'a\0b-1'],
    ['half a character', '\ud800-1'],
    ['a wildcard', '%'],
    ['quotes', `' or 1=1 --`],
  ])('finds nothing for %s', async (_name, term) => {
    expect((await lookUp(term)).every(({ matches }) => matches.length === 0)).toBe(true);
  });
});

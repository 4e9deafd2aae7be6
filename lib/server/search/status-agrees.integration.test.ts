import { Client } from 'pg';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { REQUEST_STATES } from '@/lib/requests/decisions';
import { REQUEST_EXPORT_COLUMNS } from '@/lib/requests/list/export';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { describeRequest, describeRequestStatus } from '@/lib/requests/request-view';
import { SEND_STATES } from '@/lib/sends/send-machine';
import { exportRequests } from '@/lib/server/requests/lists/export';
import { listRequestPage } from '@/lib/server/requests/lists/list';
import { readRequest } from '@/lib/server/requests/lists/read';
import { bulkLookupTransfers } from '@/lib/server/transfers/bulk-lookup';
import { writeCsv } from '@/lib/sheets/write/csv-table';
import { readSheet } from '@/lib/text/sheet';
import { matchTermsToRows } from '@/lib/search/lookup/bulk-lookup';
import { toBulkLookupTable } from '@/lib/search/lookup/bulk-lookup-csv';
import { TRANSFER_STATUSES } from '@/lib/transfers/transfer';
import { caller } from '@/scripts/testing/people/caller';
import { addManyRequests } from '@/scripts/testing/data/many-requests';
import { setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

interface State {
  refId: string;
  state: string;
  send: string | null;
  isClosed: boolean;
  transferStatus: string | null;
}

/** Every state of a request without a send, and every state of a send, with every status of its transfer. */
const STATES: State[] = [
  ...REQUEST_STATES.map((state) => ({ state, send: null, isClosed: false, transferStatus: null })),
  ...SEND_STATES.flatMap((send) => {
    const one = { state: 'SENT', send, isClosed: false, transferStatus: null };
    if (send === 'REFUSED') return [one, { ...one, isClosed: true }];
    return send === 'ACCEPTED'
      ? [one, ...[...TRANSFER_STATUSES, 'FROZEN'].map((transferStatus) => ({ ...one, transferStatus }))]
      : [one];
  }),
].map((one, index) => ({ ...one, refId: `many-${index + 1}` }));

const test = setUpTestDatabase();
beforeAll(async () => {
  const client = new Client(test.url);
  await client.connect();
  try {
    await addManyRequests(client, STATES.length);
    await client.query("set session_replication_role = 'replica'");
    for (const { refId, state, send, isClosed, transferStatus } of STATES) {
      await client.query(
        `update withdrawal_requests set state = $2, expires_at = now() + interval '1 day' where ref_id = $1`,
        [refId, state],
      );
      if (send !== null)
        await client.query(
          `insert into sends (request_id, state, closed_at, transfer_status, transfer_id, hold)
           select id, $2, case when $3 then now() end, $4, case when $2 = 'ACCEPTED' then ref_id end,
             case when $2 = 'HOLD' then '{"kind":"changed"}'::json end
           from withdrawal_requests where ref_id = $1`,
          [refId, send, isClosed, transferStatus],
        );
    }
  } finally {
    await client.end();
  }
});
beforeEach(async () => {
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

const column = (id: 'reference' | 'status') => REQUEST_EXPORT_COLUMNS.findIndex((one) => one.id === id);
const rowsOf = (csv: string) => surely(readSheet(csv.replace(/^\uFEFF/, ''))).rows;

it('of a withdrawal is the same in list, page, bulk lookup and both files, in every state', async () => {
  const { items } = surely(await listRequestPage({ query: ALL_REQUESTS, limit: 100 }));
  const listed = items.flatMap((item) => (item.kind === 'request' ? [item] : []));
  expect(listed).toHaveLength(STATES.length);
  const terms = STATES.map(({ refId }) => refId);
  const { rows } = surely(await bulkLookupTransfers({ text: terms.join('\n') }));
  const lines = matchTermsToRows(terms, rows);
  const lookupFile = rowsOf(
    writeCsv(toBulkLookupTable(lines, { coverage: { asOf: null, answeredAt: '2026-11-22T10:00:00Z' }, askedAt: null })),
  );
  const { stream } = surely(await exportRequests(new URLSearchParams({ trailer: '0' })));
  const exported = rowsOf(await new Response(stream).text());
  const said = await Promise.all(
    STATES.map(async ({ refId }, index) => {
      const item = listed.find((one) => one.refId === refId);
      const request = lines[index]?.matches[0]?.request;
      if (!item || !request) throw new Error(`${refId} must be found`);
      const page = surely(await readRequest(item.id));
      const whole = [item, page, request].map((one) => describeRequest(one).label);
      expect(new Set(whole).size).toBe(1);
      const files = [
        lookupFile.find((cells) => cells.includes(refId))?.[14],
        exported.find((cells) => cells[column('reference')] === refId)?.[column('status')],
      ];
      // Beside the status, the screen says how many approvals there are.
      expect(new Set([...files, describeRequestStatus(item).label]).size).toBe(1);
      expect(whole[0]).toMatch(new RegExp(`^${files[0] ?? ''}( \\(\\d+ of \\d+\\))?$`));
      return files[0];
    }),
  );
  // What people must tell apart, they read apart.
  expect(new Set(said).size).toBeGreaterThan(12);
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '@/lib/server/database/client';
import { storeTransfers } from '@/lib/server/mirror/sync/store';
import { exportConfirmation, readConfirmation } from '@/lib/server/transfers/confirmation';
import { caller } from '@/scripts/testing/people/caller';
import { readPdf } from '@/scripts/testing/read-pdf';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const running = setUpTestConsole();
afterEach(() => fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' }));
const { signal } = new AbortController();

beforeEach(async () => {
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

async function store(): Promise<string> {
  const id = randomUUID();
  const at = new Date().toISOString();
  const record = withdrawalRecord({
    id,
    customer_id: 'c',
    total: '1.01',
    fee: '0.01',
    created_at: at,
    updated_at: at,
    ref_id: `ref-${id}`,
    metadata: { note: 'internal only' },
  });
  await inTransaction((transaction) => storeTransfers(transaction, { items: [record], readAt: new Date() }));
  return id;
}

it('comes from the service, without metadata, or from the copy while the service fails', async () => {
  const id = await store();
  await running.sandbox.api.addFault({ on: 'get', kind: 'error', status: 400, match: { id } });
  const copied = surely(await readConfirmation(id));
  expect(copied.title).toBe('Payment confirmation');
  expect(copied.notices).toEqual(['Test environment: no real money moved.']);
  expect(copied.checked).toMatch(/^Saved copy of the record of the service as of .+ UTC/);
  expect(JSON.stringify(copied)).not.toContain('internal only');
});

it('is refused for a transfer that the service does not know', async () => {
  const id = await store();
  expect(await readConfirmation(id)).toMatchObject(failure('not-found'));
  expect(await exportConfirmation(id, signal)).toMatchObject(failure('not-found'));
});

it('as PDF is recorded in the audit log', async () => {
  const id = await store();
  await running.sandbox.api.addFault({ on: 'get', kind: 'error', status: 400, match: { id } });
  const file = surely(await exportConfirmation(id, signal));
  expect(file.fileName).toBe(`payment-${id}.pdf`);
  const { pages } = await readPdf(file.bytes);
  expect(pages.join('')).toMatch(/Payment confirmation.*Amount sent.*1 ETH/);
  expect(JSON.stringify(await readLastEntry('confirmation.exported'))).toContain(`transfer:${id}`);
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { historyRecords, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { caller } from '@/scripts/testing/people/caller';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { signInAs, setUpTestDatabase } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import { endSession } from '@/lib/server/auth/sessions';
import { exportAudit } from '@/lib/server/audit/export';
import { appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import * as newest from '@/lib/server/mirror/sync/poll-newest';
import { exportRecipients } from '@/lib/server/recipients/export';
import { exportTransfers } from '@/lib/server/transfers/export';
import { recipientKey } from '@/lib/recipients/recipients';
import type { Role } from '@/lib/identity/roles';

const ROWS = 5_000;
setUpTestDatabase();
beforeAll(async () => {
  await storeRecords(historyRecords(ROWS));
  const { person } = await signInAs('owner', ['admin']);
  const origin = null;
  const entries = Array.from({ length: ROWS }, (_none, index) => index);
  const [proposal] = await database()
    .insert(proposals)
    .values({ kind: 'recipient', subject: randomUUID(), payload: {}, comment: 'All', proposedBy: person.id })
    .returning({ id: proposals.id });
  const addresses = entries.map((index) => `0x${index.toString(16).padStart(40, '0')}`);
  await database()
    .insert(recipients)
    .values(
      addresses.map((address, index) => ({
        name: `Desk ${index}`,
        network: 'ETHEREUM',
        address,
        recipientKey: recipientKey({ crypto_network: 'ETHEREUM', destination_address: address }),
        normalAddress: address,
        ownerId: person.id,
        proposalId: proposal?.id ?? '',
      })),
    );
  await inTransaction((transaction) =>
    appendAudits(
      transaction,
      entries.map((index) => ({ action: 'transfers.exported', actor: null, subject: `entry ${index}`, origin })),
    ),
  );
});

const transfersAs = (format: string) => async () =>
  surely(await exportTransfers(new URLSearchParams(`format=${format}&columns=transfer,memo`))).stream;
const EXPORTS: [name: string, role: Role, start: () => Promise<ReadableStream<Uint8Array>>][] = [
  ['transfers as CSV', 'support', transfersAs('csv')],
  ['transfers as JSON Lines', 'support', transfersAs('jsonl')],
  ['the address book', 'support', async () => surely(await exportRecipients())],
  ['the audit log', 'admin', async () => surely(await exportAudit())],
];

/** Reads a stream to its end or error; after the first piece calls `meanwhile`. */
async function readDuring(stream: ReadableStream<Uint8Array>, meanwhile: () => Promise<unknown>) {
  const reader = stream.getReader();
  let text = Buffer.from((await reader.read()).value ?? []).toString('utf8');
  await meanwhile();
  try {
    for (let read = await reader.read(); read.value; read = await reader.read())
      text += Buffer.from(read.value).toString('utf8');
    return { text, error: undefined };
  } catch (error) {
    return { text, error: String(error) };
  }
}

describe.each(EXPORTS)('an export of %s', (_name, role, start) => {
  it.each([
    ['was ended', (sessionId: string) => endSession(sessionId, null)],
    ['lost its role', () => pool().query(`update people set roles = '{}'`)],
    ['was idle for too long', () => pool().query(`update sessions set seen_at = now() - interval '1 day'`)],
  ])('breaks off with a line that says why when its session %s', async (_how, end) => {
    vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
    const { sessionId } = await signInAs('somebody', [role]);
    caller.sessionId = sessionId;
    const { text, error } = await readDuring(await start(), () => end(sessionId));
    expect(error).toContain('the session has ended or lost the permission');
    expect(text).toContain(EXPORT_ENDED);
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\W*(?:# |\{"error":)/);
    // At most the batches that were read ahead.
    expect(text.split('\n').length).toBeLessThan(ROWS / 2);
    expect(text).not.toMatch(/# Exported: |"trailer"/);
  });

  it('breaks off when the person sees fewer profiles', async () => {
    vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
    const { sessionId } = await signInAs('somebody', [role]);
    caller.sessionId = sessionId;
    const narrow = () => putRightsInForce([{ may: 'see', who: role, profiles: ['p-sub'] }]);
    const { text, error } = await readDuring(await start(), narrow);
    await putRightsInForce([]);
    expect(error).toContain('the session has ended or lost the permission');
    expect(text).toContain(EXPORT_ENDED);
  });

  it('is whole while its session lasts', async () => {
    vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
    const { sessionId } = await signInAs('somebody', [role]);
    caller.sessionId = sessionId;
    const { text, error } = await readDuring(await start(), async () => undefined);
    expect(error).toBeUndefined();
    expect(text).not.toContain(EXPORT_ENDED);
  });
});

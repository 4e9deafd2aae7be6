import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSources } from '@/scripts/architecture/graph';
import { findReadsWithoutReader } from '@/scripts/architecture/readers';

const root = path.resolve(import.meta.dirname, '../..');

/** What may read without a reader, and why. A file stands for all its functions. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  'part of a check of a payment, whose result must not depend on who looks': [
    'lib/server/mirror/figures/asset-price.ts',
    'lib/server/recipients/open-addresses.ts',
    'lib/server/recipients/paid-recipients.ts',
    'lib/server/recipients/read.ts: findSavedRecipient',
    'lib/server/recipients/same-name.ts',
    'lib/server/requests/votes/address-choice.ts',
    'lib/server/requests/bundles/looks.ts',
    'lib/server/requests/limits/counts.ts',
    'lib/server/requests/limits/refused-by-newest.ts',
    'lib/server/requests/checks/payments.ts',
    'lib/server/requests/creation/plan.ts',
    'lib/server/requests/checks/risk.ts',
    'lib/server/recipients/own-entries.ts: readOwnEntries',
  ],
  'part of a write: a reference or a form that is taken is taken for everybody': [
    'lib/server/requests/creation/creation.ts',
    'lib/server/requests/bundles/save.ts',
    'lib/server/requests/creation/taken-reference.ts: findTakenReferences',
  ],
  'asks authorize in a function of the same file': [
    'lib/server/cases/settlements.ts',
    'lib/server/requests/lists/list.ts: listRequestsIn',
    'lib/server/requests/lists/list.ts: listRequestsOfRecipient',
  ],
  'reads more of a request that was read for its reader': [
    'lib/server/requests/lists/returned.ts: readReturnReason',
    'lib/server/requests/lists/version-changes.ts: selectVersions',
  ],
  'work of the workers': [
    'lib/server/mirror/sync/check-pending.ts',
    'lib/server/mirror/sync/listed.ts',
    'lib/server/mirror/sync/store-seen.ts',
    // Also read for people who see every profile (lib/server/balances/shortages.ts).
    'lib/server/mirror/figures/typical-fee.ts',
    'lib/server/mirror/sync/walk.ts',
    'lib/server/recipients/known-addresses.ts',
    'lib/server/requests/expire.ts',
    'lib/server/notifications/plan-reminders.ts',
    'lib/server/notifications/plan-transfers.ts',
    'lib/server/backup/check-backup.ts',
    'lib/server/sends/adopt.ts',
    'lib/server/sends/after-restore.ts',
    'lib/server/sends/costs.ts',
    'lib/server/sends/reconcile.ts',
    'lib/server/sends/record.ts',
    'lib/server/sends/watch-audit.ts',
    'lib/server/transfer-watch/watch-transfers.ts',
  ],
  'reads no row': [
    'lib/server/database/grants.ts',
    'lib/server/mirror/search/search-tiers.ts: isInTextIndex',
    'lib/server/recipients/adoption/paid-to.ts: countedPayments',
    'lib/server/requests/load.ts: decidableColumns',
    'lib/server/requests/load.ts: hasFollowUp',
    'lib/server/requests/load.ts: isOlderThanRestore',
    'lib/server/requests/lookup.ts: requestLookupStatement',
    'lib/server/requests/limits/policy-evidence.ts: joinNeeds',
    'lib/server/requests/lists/queue.ts: needsDecisionOf',
    'lib/server/requests/lists/queue.ts: needsResolutionOf',
    'lib/server/requests/vote-facts.ts: voteFactsJson',
    'lib/server/requests/vote-facts.ts: hasteOfVote',
  ],
  'counts for the metrics, which name no profile': ['lib/server/database/stored-metrics.ts'],
};

/** The files that read as the product itself: checks of payments, and the comparison of addresses at a change. */
const READ_AS_SYSTEM = [
  // How long such transfers usually take, for a person who is notified of one.
  'lib/server/notifications/plan-transfers.ts',
  'lib/server/recipients/change.ts',
  'lib/server/requests/checks/checks-reader.ts',
  'lib/server/requests/checks/risk.ts',
  'lib/server/requests/votes/address-choice.ts',
];

const sources = listSources(root)
  .filter((file) => file.startsWith('lib/server/') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const isCovered = (read: string, exception: string) => read === exception || read.startsWith(`${exception}: `);
const check = (text: string) => findReadsWithoutReader('lib/server/a.ts', text);

describe('the reads of lib/server', () => {
  const found = sources.flatMap(({ file, text }) => findReadsWithoutReader(file, text));
  const excepted = Object.values(EXCEPTIONS).flat();

  it('take a reader, ask authorize, or stand on the list with a reason', () => {
    expect(found.filter((read) => !excepted.some((exception) => isCovered(read, exception)))).toEqual([]);
  });

  it('need every exception on the list', () => {
    expect(excepted.filter((exception) => !found.some((read) => isCovered(read, exception)))).toEqual([]);
  });

  it('read as the product itself in checks of payments only', () => {
    const users = sources.filter(({ text }) => /import .*\bSYSTEM_READER\b/.test(text)).map(({ file }) => file);
    expect(users).toEqual(READ_AS_SYSTEM);
  });
});

describe('an exported function that reads transfers, requests or recipients', () => {
  it.each([
    'export function f(reader: Reader) { return sql`from mirror_transfers`; }',
    "export const f = async (reader: Pick<Reader, 'id'>) => sql`from mirror_transfers`;",
    'export async function f({ id }: Person) { return database().select().from(recipients); }',
    'export async function f(transaction: Transaction) { return transaction.select().from(withdrawalRequests); }',
    "export async function f() { await authorize('readTransfers'); return sql`from mirror_totals`; }",
    'async function f() { return sql`from mirror_totals`; }',
    'const a = sql`from mirror_totals`; export const b = (text: string) => text;',
    'export async function f() { return sql`from sessions`; }',
  ])('may be: %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    'export async function f() { return sql`from mirror_transfers`; }',
    'export function f(query: Query, reader: Reader) { return sql`from mirror_totals`; }',
    'const table = withdrawalRequests; export const f = async ({ id }: Query = {}) => table;',
    'export function f() { return database().select().from(recipients); }',
  ])('needs a reader: %s', (text) => {
    expect(check(text)).toEqual(['lib/server/a.ts: f']);
  });
});

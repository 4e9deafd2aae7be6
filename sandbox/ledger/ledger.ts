import path from 'node:path';
import { z } from 'zod';
import type { Amount } from '@/lib/money/amounts';
import { createBalances } from '@/sandbox/ledger/balances';
import { openJournal } from '@/sandbox/ledger/journal';
import { type Settlement, viewTransfer } from '@/sandbox/ledger/settlement';
import type { TransferRecord } from '@/sandbox/transfer';

/** A transfer that the sandbox created, as it was accepted, with its later settlement. */
interface CreatedTransfer {
  record: TransferRecord;
  settlement: Settlement;
  idempotencyKey: string | null;
}

// The members that the ledger itself relies on; the rest of a record is as it was written.
const entrySchema = z.object({
  record: z.looseObject({
    id: z.string(),
    profile_id: z.string(),
    asset: z.string(),
    total: z.string(),
    ref_id: z.string().optional(),
  }),
  settlement: z.object({
    atMs: z.number().nullable(),
    outcome: z.enum(['completed', 'missing_trustline', 'invalid_destination_address']),
    reviewedAtMs: z.number().optional(),
  }),
  idempotencyKey: z.string().nullable(),
});

/** All transfers that the sandbox created, in order of creation, each in its current state. */
export interface Ledger {
  readonly size: number;
  add: (created: CreatedTransfer) => void;
  at: (index: number) => TransferRecord | undefined;
  findById: (id: string) => TransferRecord | undefined;
  findByRefId: (refId: string) => { record: TransferRecord; idempotencyKey: string | null }[];
  available: (profileId: string, asset: string) => Amount;
  close: () => void;
}

/** Opens the ledger of a directory. Its transfers survive a restart and a kill. */
export function openLedger(dataDir: string, clock: () => number): Ledger {
  const journal = openJournal(path.join(dataDir, 'created-transfers.jsonl'));
  const created: CreatedTransfer[] = [];
  const byId = new Map<string, CreatedTransfer>();
  const byRefId = new Map<string, CreatedTransfer[]>();
  const balances = createBalances();

  const remember = (transfer: CreatedTransfer) => {
    const {
      id,
      ref_id: refId,
      profile_id: profileId,
      asset,
      balance_asset: balanceAsset,
      total,
      direction,
    } = transfer.record;
    created.push(transfer);
    byId.set(id, transfer);
    if (refId !== undefined) byRefId.set(refId, [...(byRefId.get(refId) ?? []), transfer]);
    if (direction === 'DEBIT') balances.debit(profileId, balanceAsset ?? asset, total, transfer.settlement);
  };
  for (const entry of journal.entries) remember(entrySchema.parse(entry) as unknown as CreatedTransfer);

  const view = ({ record, settlement }: CreatedTransfer) => viewTransfer(record, settlement, clock());
  const viewed = (transfer: CreatedTransfer | undefined) => transfer && view(transfer);
  return {
    get size() {
      return created.length;
    },
    add: (transfer) => {
      journal.append(transfer);
      remember(transfer);
    },
    at: (index) => viewed(created[index]),
    findById: (id) => viewed(byId.get(id)),
    findByRefId: (refId) =>
      (byRefId.get(refId) ?? []).map((transfer) => ({
        record: view(transfer),
        idempotencyKey: transfer.idempotencyKey,
      })),
    available: (profileId, asset) => balances.available(profileId, asset, clock()),
    close: journal.close,
  };
}

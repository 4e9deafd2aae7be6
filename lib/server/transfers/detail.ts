import 'server-only';
import { and, desc, eq } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { ok, type Result } from '@/lib/result';
import { readerDatabase } from '@/lib/server/database/query/reader-pool';
import { mirrorChanges, mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { addRecipients } from '@/lib/server/recipients/names';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readTypicalDurations } from '@/lib/server/mirror/figures/typical-duration';
import { readLinked } from '@/lib/server/transfers/linked-transfers';
import { readCaseFile } from '@/lib/server/cases/read-case';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { findOrigin } from '@/lib/server/requests/origin';
import { toKind } from '@/lib/transfers/figures/typical-duration';
import { describeChanges, findChangeSteps } from '@/lib/transfers/changes';
import type { MirroredTransfer, TransferDetail } from '@/lib/cases/transfer-detail';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';

const MAX_CHANGES = 50;
const MAX_ID_LENGTH = 200;

/**
 * Reads what the console itself knows of one transfer: the mirrored record with its history, the request that it came
 * from, linked transfers and the typical duration. Never calls the service, so it answers even if the service does not.
 */
export async function readTransferDetail(id: string): Promise<Result<TransferDetail, Denial>> {
  const [reader, mayReadRequests] = await Promise.all([
    authorize('readTransfers', { limit: 'read' }),
    authorize('readWithdrawals'),
  ]);
  if (!reader.ok) return reader;
  // An ID that the database cannot store is in no row.
  const isStorableId = id.length <= MAX_ID_LENGTH && id.isWellFormed() && !id.includes('\0');
  const [mirrored, coverage] = await Promise.all([
    isStorableId ? readMirrored(reader.value, id) : null,
    readCoverage(reader.value),
  ]);
  const transfer = mirrored?.transfer;
  // What people wrote about a transfer outlives its row of the mirror, which alone says the profile.
  const isVisible = isStorableId && (transfer !== undefined || reader.value.visibleProfiles === 'all');
  const [origin, links, [typical = null], caseFile, [named]] = await Promise.all([
    isStorableId && mayReadRequests.ok ? findOrigin(reader.value, { id, refId: transfer?.ref_id }) : null,
    transfer ? readLinked(reader.value, transfer) : { linked: [], hasMoreLinked: false },
    transfer ? readTypicalDurations(reader.value, [toKind(transfer)]) : [],
    readCaseFile(reader.value, isVisible ? id : ''),
    transfer ? addRecipients(reader.value, [transfer]) : [],
  ]);
  return ok({ mirrored, recipient: named?.recipient ?? null, origin, ...links, typical, caseFile, coverage });
}

async function readMirrored(reader: Reader, id: string): Promise<MirroredTransfer | null> {
  const [[row], changes] = await Promise.all([
    readerDatabase()
      .select()
      .from(mirrorTransfers)
      .where(and(eq(mirrorTransfers.id, id), ...visibleTransfers(reader))),
    readerDatabase()
      .select()
      .from(mirrorChanges)
      .where(eq(mirrorChanges.transferId, id))
      .orderBy(desc(mirrorChanges.seq))
      .limit(MAX_CHANGES),
  ]);
  const transfer = row && decodeTransfer(row.record);
  if (!transfer || transfer.id === null) return null;
  const earlier = changes.toReversed();
  const steps = findChangeSteps(
    earlier.map(({ before }) => before),
    row.record,
  );
  return {
    transfer,
    readAt: row.readAt.toISOString(),
    firstSeenAt: row.firstSeenAt.toISOString(),
    goneSince: row.goneAt?.toISOString() ?? null,
    history: earlier
      .map(({ seenAt }, index) => ({ seenAt: seenAt.toISOString(), changes: describeChanges(steps[index] ?? []) }))
      .filter((step) => step.changes.length > 0),
  };
}

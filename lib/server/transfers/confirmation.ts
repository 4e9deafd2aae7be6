import 'server-only';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { consoleEnvironment, letterhead } from '@/lib/server/config/environment';
import { auditAction } from '@/lib/server/database/append-audit';
import { createPdf, type PdfFailure } from '@/lib/server/documents/create-pdf';
import { now } from '@/lib/server/runtime/clock';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { type ReadDenial, readTransfer } from '@/lib/server/transfers/read';
import { TheService } from '@/lib/text/service-name';
import { type Confirmation, describeConfirmation, toPdfDocument } from '@/lib/transfers/confirmation';

const LIVE_TIMEOUT_MS = 4_000;

/**
 * Reads the payment confirmation of a transfer: the record of the service if it answers within four seconds, otherwise
 * the copy. A transfer that the service no longer knows has none.
 */
export async function readConfirmation(id: string): Promise<Result<Confirmation, ReadDenial>> {
  const [detail, live] = await Promise.all([
    readTransferDetail(id),
    withTimeout(
      LIVE_TIMEOUT_MS,
      () => readTransfer(id),
      () => undefined,
    ),
  ]);
  if (!detail.ok) return detail;
  if (live && !live.ok && live.error.kind !== 'failed') return live;
  const { mirrored, origin, recipient } = detail.value;
  const copy = mirrored && mirrored.goneSince === null ? mirrored : undefined;
  const transfer = live?.ok ? live.value.transfer : copy?.transfer;
  if (!transfer) return live && !live.ok ? live : fail(noAnswer());
  const approvals = origin?.isCertain
    ? origin.decisions.filter(({ verdict, withdrawal }) => verdict === 'APPROVED' && !withdrawal).length
    : undefined;
  return ok(
    describeConfirmation({
      transfer,
      basis: { isLive: live?.ok === true, at: (live?.ok ? live.value.asOf : copy?.readAt) ?? '' },
      approvals,
      recipientName: recipient?.name,
      isSandbox: consoleEnvironment() === 'sandbox',
      desk: letterhead(),
      madeAt: now().toISOString(),
    }),
  );
}

function noAnswer(): ReadDenial {
  return {
    kind: 'failed',
    status: 503,
    explanation: {
      title: `${TheService()} did not answer in time`,
      detail: 'The console has no copy of this transfer, so no confirmation was made.',
      next: 'Try again in a moment.',
    },
  };
}

/** A file to download. */
export interface ConfirmationFile {
  bytes: Uint8Array<ArrayBuffer>;
  fileName: string;
}

/** Makes the payment confirmation of a transfer as PDF, and writes an audit entry. Stops when the signal aborts. */
export async function exportConfirmation(
  id: string,
  signal: AbortSignal,
): Promise<Result<ConfirmationFile, ReadDenial | PdfFailure>> {
  const person = await authorize('readTransfers', { limit: 'export' });
  if (!person.ok) return person;
  const confirmation = await readConfirmation(id);
  if (!confirmation.ok) return confirmation;
  const { title, transferId, madeAt } = confirmation.value;
  const pdf = await createPdf(person.value, toPdfDocument(confirmation.value), { signal });
  if (!pdf.ok) return pdf;
  const subject = `transfer:${transferId}`;
  await auditAction(person.value, { action: 'confirmation.exported', subject, after: { title, madeAt } });
  const safeId = transferId.replaceAll(/[^A-Za-z0-9-]/g, '_').slice(0, 80);
  return ok({ bytes: pdf.value, fileName: `payment-${safeId}.pdf` });
}

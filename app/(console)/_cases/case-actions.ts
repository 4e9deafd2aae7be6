'use server';

import type { CaseFailure } from '@/lib/cases/contract';
import type { Result } from '@/lib/result';
import { addCaseNote } from '@/lib/server/cases/notes';
import { reopenTransfer, settleTransfer } from '@/lib/server/cases/settlements';
import { measureAction } from '@/lib/server/observability/measure-action';

/** Adds a case note to a transfer (`input`: transferId and note, unchecked). */
export async function addCaseNoteAction(input: unknown): Promise<Result<null, CaseFailure>> {
  return measureAction('addCaseNote', addCaseNote, input);
}

/** Settles the problem of a transfer (`input`: transferId, problem and reason, unchecked). */
export async function settleTransferAction(input: unknown): Promise<Result<null, CaseFailure>> {
  return measureAction('settleTransfer', settleTransfer, input);
}

/** Reopens the settled problem of a transfer (`input`: transferId, problem and reason, unchecked). */
export async function reopenTransferAction(input: unknown): Promise<Result<null, CaseFailure>> {
  return measureAction('reopenTransfer', reopenTransfer, input);
}

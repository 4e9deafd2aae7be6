'use server';

import type { CaseFailure, Watch } from '@/lib/cases/contract';
import type { Result } from '@/lib/result';
import { addCaseNote } from '@/lib/server/cases/notes';
import { reopenTransfer, settleTransfer } from '@/lib/server/cases/settlements';
import { dismissWatches, watch } from '@/lib/server/cases/watches';
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

/** Watches a transfer or a request until it has an outcome (`input`: transferId or requestId, unchecked). */
export async function watchAction(input: unknown): Promise<Result<Watch[], CaseFailure>> {
  return measureAction('watch', watch, input);
}

/** Ends watches of the current person (`input`: watchIds, unchecked). */
export async function dismissWatchesAction(input: unknown): Promise<Result<Watch[], CaseFailure>> {
  return measureAction('dismissWatches', dismissWatches, input);
}

import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { type CaseFailure, MAX_NOTE_LENGTH } from '@/lib/cases/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { caseNotes } from '@/lib/server/database/schema/cases';
import { inTransaction } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { formatCount } from '@/lib/text/locale';
import { storableText } from '@/lib/text/storable-text';

const MAX_ID_LENGTH = 200;

/** Schema of the id of a transfer, as far as the mirror can hold one. */
export const transferIdSchema = storableText().min(1).max(MAX_ID_LENGTH);

const noteSchema = z.strictObject({
  transferId: transferIdSchema,
  note: storableText()
    .trim()
    .min(1, 'Enter a note.')
    .max(MAX_NOTE_LENGTH, { error: () => `Enter at most ${formatCount(MAX_NOTE_LENGTH)} characters.` }),
});

/**
 * Adds a case note to a transfer that the mirror has, with an audit entry. Takes unchecked input. A note never changes;
 * a mistake is corrected by another note.
 */
export async function addCaseNote(input: unknown): Promise<Result<null, CaseFailure>> {
  const person = await authorize('writeCaseNotes', { limit: 'submit' });
  return person.ok ? addCaseNoteAs(person.value, input) : person;
}

async function addCaseNoteAs(person: Person, input: unknown): Promise<Result<null, CaseFailure>> {
  const given = noteSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: given.error.issues[0]?.message ?? INVALID_INPUT });
  const { transferId, note } = given.data;
  return inTransaction(async (transaction) => {
    const [known] = await transaction
      .select({ id: mirrorTransfers.id })
      .from(mirrorTransfers)
      .where(and(eq(mirrorTransfers.id, transferId), ...visibleTransfers(person)));
    if (!known) return fail({ kind: 'not-found' });
    await transaction.insert(caseNotes).values({ transferId, personId: person.id, note });
    await appendAudit(transaction, {
      action: 'transfer.noted',
      ...actedBy(person),
      subject: `transfer:${transferId}`,
      after: { note },
    });
    return ok(null);
  });
}

/** The reason for input that no form of the console sends. */
export const INVALID_INPUT = 'The console could not read this.';

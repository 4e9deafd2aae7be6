import 'server-only';
import { and, asc, count, eq, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { templates } from '@/lib/server/database/schema/templates';
import { readRegistry } from '@/lib/server/networks/registry';
import { nameRecipientsOf } from '@/lib/server/recipients/names';
import { findCreateDenial } from '@/lib/server/requests/creation/creation';
import { selectRequests } from '@/lib/server/requests/select';
import { MAX_TEMPLATE_TITLE, MAX_TEMPLATES, type TemplateFailure, type TemplateView } from '@/lib/templates/contract';
import { fillFromTemplate, type TemplateForm, templateFormSchema } from '@/lib/templates/template-form';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';
import { parseWithdrawalBody, toWithdrawalForm, type WithdrawalForm } from '@/lib/withdrawals/body';
import { explainMemo } from '@/lib/withdrawals/memo';

const templateSchema = z.strictObject({
  title: storableText()
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .pipe(
      z
        .string()
        .min(1, 'Enter a title.')
        .max(MAX_TEMPLATE_TITLE, `Enter a title of at most ${MAX_TEMPLATE_TITLE} characters.`),
    ),
  isShared: z.boolean(),
  from: z.union([z.strictObject({ requestId: z.string().regex(UUID) }), z.strictObject({ form: z.unknown() })]),
});
type Wanted = z.infer<typeof templateSchema>;
const deletionSchema = z.strictObject({ templateId: z.string().regex(UUID) });

/**
 * Saves a request, or the form as it is filled in, as a template of the signed-in person. Takes unchecked input. A
 * template never changes; another one has another title.
 */
export async function saveTemplate(input: unknown): Promise<Result<{ templateId: string }, TemplateFailure>> {
  const person = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!person.ok) return person;
  const wanted = templateSchema.safeParse(input);
  if (!wanted.success) return fail({ kind: 'invalid', reason: firstMessage(wanted.error) });
  const form = await readForm(person.value, wanted.data.from);
  if (!form.ok) return form;
  return inTransaction((transaction) => saveIn(transaction, person.value, { ...wanted.data, form: form.value }));
}

async function readForm(reader: Reader, from: Wanted['from']): Promise<Result<TemplateForm, TemplateFailure>> {
  const given = 'requestId' in from ? await readRequestForm(reader, from.requestId) : from.form;
  if (given === undefined) return fail({ kind: 'not-found' });
  const form = templateFormSchema.safeParse(given);
  if (!form.success) return fail({ kind: 'invalid', reason: firstMessage(form.error) });
  const { networks } = await readRegistry();
  const network = networks.find(({ id }) => id === form.data.network);
  const reason = explainMemo(form.data.memo, network);
  return reason === undefined ? ok(form.data) : fail({ kind: 'invalid', reason });
}

async function readRequestForm(reader: Reader, id: string): Promise<unknown> {
  const [row] = await selectRequests(reader).where(eq(withdrawalRequests.id, id));
  return row && toWithdrawalForm(parseWithdrawalBody(row.version.body), row.version.note);
}

async function saveIn(
  transaction: Transaction,
  person: Person,
  { title, isShared, form }: Pick<Wanted, 'title' | 'isShared'> & { form: TemplateForm },
): Promise<Result<{ templateId: string }, TemplateFailure>> {
  const denial = await findCreateDenial(transaction, person);
  if (denial) return fail(denial);
  const [saved] = await transaction
    .select({ templates: count() })
    .from(templates)
    .where(eq(templates.personId, person.id));
  if ((saved?.templates ?? 0) >= MAX_TEMPLATES)
    return fail({
      kind: 'not-now',
      reason: `You already have ${MAX_TEMPLATES} templates. Delete one to save another.`,
    });
  const [inserted] = await transaction
    .insert(templates)
    .values({ personId: person.id, title, isShared, form })
    .onConflictDoNothing()
    .returning({ id: templates.id });
  if (!inserted)
    return fail({
      kind: 'not-now',
      reason: 'You already have a template with this title. Enter another title, or delete the template first.',
    });
  await audit(transaction, person, { action: 'template.saved', id: inserted.id, after: { title, isShared, form } });
  return ok({ templateId: inserted.id });
}

/** Deletes a template of the signed-in person, or one that is shared with the desk. Takes unchecked input. */
export async function deleteTemplate(input: unknown): Promise<Result<null, TemplateFailure>> {
  const person = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!person.ok) return person;
  const given = deletionSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: firstMessage(given.error) });
  const found = await findTemplate(person.value, given.data.templateId);
  if (!found) return fail({ kind: 'not-found' });
  return inTransaction(async (transaction): Promise<Result<null, TemplateFailure>> => {
    const denial = await findCreateDenial(transaction, person.value);
    if (denial) return fail(denial);
    const { id, title, isShared, form } = found;
    const deleted = await transaction.delete(templates).where(eq(templates.id, id)).returning({ id: templates.id });
    if (deleted.length === 0) return fail({ kind: 'not-found' });
    await audit(transaction, person.value, { action: 'template.deleted', id, before: { title, isShared, form } });
    return ok(null);
  });
}

/** Lists the reader's own and the shared templates, by title, of the profiles that the reader may see. */
export async function listTemplates(): Promise<Result<TemplateView[], Denial>> {
  const person = await authorize('makeWithdrawal');
  if (!person.ok) return person;
  const rows = await selectTemplates().where(isFor(person.value)).orderBy(asc(templates.title), asc(templates.id));
  const visible = rows.filter(({ row }) => isVisible(person.value, row.form));
  const names = await nameRecipientsOf(
    person.value,
    visible.map(({ row }) => row.form),
  );
  return ok(
    visible.map(({ row, savedBy }, index) => ({
      id: row.id,
      title: row.title,
      isShared: row.isShared,
      isMine: row.personId === person.value.id,
      savedBy,
      savedAt: row.createdAt.toISOString(),
      profileId: row.form.profileId,
      asset: row.form.asset,
      network: row.form.network,
      address: row.form.destinationAddress,
      recipientName: names[index] ?? null,
      value: row.form.value,
    })),
  );
}

/** Fills the form of a new withdrawal from a template that a reader may use; undefined for any other ID. */
export async function readTemplateForm(reader: Reader, id: string): Promise<WithdrawalForm | undefined> {
  const found = UUID.test(id) ? await findTemplate(reader, id) : undefined;
  return found && fillFromTemplate(found.form);
}

/** Reads the title of a template that a reader may use; undefined for any other ID. */
export async function readTemplateTitle(reader: Reader, id: string): Promise<string | undefined> {
  return UUID.test(id) ? (await findTemplate(reader, id))?.title : undefined;
}

async function findTemplate(reader: Reader, id: string) {
  const [found] = await selectTemplates().where(and(eq(templates.id, id), isFor(reader)));
  return found && isVisible(reader, found.row.form) ? found.row : undefined;
}

function selectTemplates() {
  return database()
    .select({ row: templates, savedBy: personLabel() })
    .from(templates)
    .innerJoin(people, eq(people.id, templates.personId));
}

const isFor = ({ id }: Reader) => or(eq(templates.personId, id), eq(templates.isShared, true));

// A template that leaves the profile open tells nothing about one.
const isVisible = (reader: Reader, { profileId }: TemplateForm) => profileId === '' || canSeeProfile(reader, profileId);

function audit(
  transaction: Transaction,
  person: Person,
  { id, ...entry }: { action: 'template.saved' | 'template.deleted'; id: string; before?: unknown; after?: unknown },
): Promise<unknown> {
  return appendAudit(transaction, {
    ...entry,
    ...actedBy(person),
    subject: `template:${id}`,
  });
}

function firstMessage({ issues }: z.ZodError): string {
  return issues[0]?.message ?? 'The input is not valid.';
}

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { like } from 'drizzle-orm';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { createRequest } from '@/lib/server/requests/creation/create';
import {
  deleteTemplate,
  listTemplates,
  readTemplateForm,
  readTemplateTitle,
  saveTemplate,
} from '@/lib/server/templates/templates';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import type { Role } from '@/lib/identity/roles';

setUpTestConsole();
let finance: Awaited<ReturnType<typeof signInAs>>;
let financeTwo: typeof finance;
const as = ({ sessionId }: typeof finance) => (caller.sessionId = sessionId);

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  financeTwo = await signInAs('finance-two', ['finance']);
});

const save = async (changes: Record<string, unknown> = {}) =>
  surely(await saveTemplate({ title: randomUUID(), isShared: false, from: { form: filledForm() }, ...changes }))
    .templateId;

async function titles(): Promise<string[]> {
  const listed = await listTemplates();
  return listed.ok ? listed.value.map(({ title }) => title) : [];
}

describe('a template', () => {
  it('keeps the values of a form, without its reference, fee and confirmed address', async () => {
    as(finance);
    const form = filledForm({ referenceId: 'one-use-only', feeId: 'fee-1', chosenAddress: '0xabc', note: 'Rent' });
    const template = await save({ title: '  Office   rent ', from: { form: { ...form, recipientId: randomUUID() } } });
    expect(await titles()).toEqual(['Office rent']);
    expect(await readTemplateTitle(finance.person, template)).toBe('Office rent');
    expect(await readTemplateTitle(financeTwo.person, template)).toBeUndefined();
    const start = await readStart({ template });
    expect(start).toMatchObject({
      address: `/withdrawals/new?template=${template}`,
      form: {
        ...form,
        addressEntry: 'template',
        referenceId: '',
        feeId: '',
        chosenAddress: '',
        recipientId: '',
        note: 'Rent',
      },
    });
  });

  it('is saved from a request, and submits as another request with a reference of its own', async () => {
    as(finance);
    const created = surely(
      await createRequest({ formKey: randomUUID(), form: filledForm({ referenceId: 'first-of-two' }) }),
    );
    const template = await save({ from: { requestId: created.requestId } });
    const start = await readStart({ template });
    if (typeof start !== 'object') throw new Error('the template must be found');
    expect(start.form.referenceId).toBe('');
    expect(await createRequest({ formKey: randomUUID(), form: start.form })).toMatchObject({ ok: true });
  });

  it('leaves open what was not filled in, and takes nothing wrong', async () => {
    as(finance);
    const template = await save({ from: { form: { ...EMPTY_WITHDRAWAL_FORM, asset: 'ETH' } } });
    expect(await readTemplateForm(finance.person, template)).toMatchObject({ asset: 'ETH', value: '', profileId: '' });
    for (const wrong of [
      { asset: 'eth' },
      { value: '1e9' },
      { value: '-1' },
      { network: 'no network' },
      { destinationAddress: 'a\u200bb' },
      { destinationAddress: 'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@137' },
      { note: 'x'.repeat(501) },
      { note: '\u0000' },
      { memo: '1048\n37562' },
      { network: 'STELLAR', memo: 'x'.repeat(29) },
      { metadata: 7 },
    ])
      expect(
        await saveTemplate({ title: 'Wrong', isShared: false, from: { form: { ...filledForm(), ...wrong } } }),
      ).toMatchObject(failure('invalid'));
  });

  it.each([
    ['nothing', undefined],
    ['no title', { title: ' ', isShared: false, from: { form: filledForm() } }],
    ['a long title', { title: 'x'.repeat(61), isShared: false, from: { form: filledForm() } }],
    ['no form', { title: 'a', isShared: false, from: {} }],
    ['a form and a request', { title: 'a', isShared: false, from: { form: filledForm(), requestId: randomUUID() } }],
    ['another member', { title: 'a', isShared: false, from: { form: filledForm() }, ownerId: randomUUID() }],
  ])('is refused with %s', async (_, input) => {
    as(finance);
    expect(await saveTemplate(input)).toMatchObject(failure('invalid'));
  });

  it('has a title of its own among those of its person', async () => {
    as(finance);
    await save({ title: 'Payroll' });
    expect(await saveTemplate({ title: 'Payroll', isShared: true, from: { form: filledForm() } })).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('already have a template') },
    });
    as(financeTwo);
    await save({ title: 'Payroll' });
  });

  it('never changes, by nobody', async () => {
    as(finance);
    await save();
    await expect(pool().query(`update templates set is_shared = true`)).rejects.toThrow(/never changed/);
    await expect(pool().query('truncate templates')).rejects.toThrow(/never changed/);
  });
});

describe('who uses and deletes a template', () => {
  it('is its person alone, unless it is shared', async () => {
    as(finance);
    const [own, shared] = [await save({ title: 'Own' }), await save({ title: 'Shared', isShared: true })];
    as(financeTwo);
    expect(await titles()).toContain('Shared');
    expect(await titles()).not.toContain('Own');
    expect(await readStart({ template: own })).toBe('not-found');
    expect(await deleteTemplate({ templateId: own })).toMatchObject({ error: { kind: 'not-found' } });
    expect(await readStart({ template: shared })).toMatchObject({ form: { addressEntry: 'template' } });
    expect(await deleteTemplate({ templateId: shared })).toMatchObject({ ok: true });
    expect(await deleteTemplate({ templateId: shared })).toMatchObject({ error: { kind: 'not-found' } });
    as(finance);
    expect(await titles()).not.toContain('Shared');
    expect(await deleteTemplate({ templateId: own })).toMatchObject({ ok: true });
    const entries = await database()
      .select({ action: auditLog.action, actorId: auditLog.actorId })
      .from(auditLog)
      .where(like(auditLog.subject, `template:${shared}`))
      .orderBy(auditLog.seq);
    expect(entries).toEqual([
      { action: 'template.saved', actorId: finance.person.id },
      { action: 'template.deleted', actorId: financeTwo.person.id },
    ]);
  });

  it('is nobody who may not see its profile', async () => {
    as(finance);
    const shared = await save({ isShared: true, from: { form: filledForm({ profileId: 'p-hidden' }) } });
    const clerk = { ...financeTwo.person, visibleProfiles: ['p-ops'] };
    expect(await readTemplateForm(clerk, shared)).toBeUndefined();
    expect(await readTemplateForm({ ...clerk, visibleProfiles: ['p-hidden'] }, shared)).toBeDefined();
  });

  it.each<Role>(['approver', 'support', 'admin', 'auditor'])('is nobody with the role %s alone', async (role) => {
    as(finance);
    const shared = await save({ isShared: true });
    as(await signInAs(`only-${role}`, [role]));
    for (const outcome of [
      await listTemplates(),
      await saveTemplate({ title: 'a', isShared: false, from: { form: filledForm() } }),
      await deleteTemplate({ templateId: shared }),
    ])
      expect(outcome).toMatchObject(failure('forbidden'));
    expect(await readStart({ template: shared })).toBeUndefined();
  });
});

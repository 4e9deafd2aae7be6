import { describe, expect, it } from 'vitest';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import { type FilledForm, findFormChanges } from '@/app/(console)/withdrawals/new/_review/find-changes';

const FILE = { id: 'f-1', name: 'invoice.pdf' };
const BEFORE: FilledForm = {
  form: {
    ...EMPTY_WITHDRAWAL_FORM,
    profileId: 'p-ops',
    asset: 'ETH',
    network: 'ETHEREUM',
    destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    value: '120.4',
    note: 'Settlement.',
  },
  files: [FILE],
};
const find = ({ files = BEFORE.files, ...form }: Partial<FilledForm['form'] & Pick<FilledForm, 'files'>>) =>
  findFormChanges(
    BEFORE,
    { form: { ...BEFORE.form, ...form }, files },
    { formKey: '3f2b6c1e-8a5d-4c6b-9f0e-1d2c3b4a5f60', beneficiaryMode: 'send' },
  );

describe('what changed in a form', () => {
  it('is nothing where it is sent again as it was', () => {
    expect(find({})).toEqual([]);
    // How the address came into the form, and what was confirmed of it, is not part of what is asked for.
    expect(
      find({ addressEntry: 'repeat', chosenAddress: BEFORE.form.destinationAddress, note: ' Settlement. ' }),
    ).toEqual([]);
  });

  it.each<[Parameters<typeof find>[0], string, string | null, string | null]>([
    [{ value: '12.04' }, 'amount', '120.4', '12.04'],
    [{ note: '' }, 'note', 'Settlement.', null],
    [{ files: [] }, 'attachments', 'invoice.pdf', null],
    [{ files: [{ ...FILE, id: 'f-2' }] }, 'attachments', 'invoice.pdf', 'invoice.pdf'],
    [{ metadata: [{ key: 'case', value: '7' }] }, 'metadata case', null, '7'],
  ])('is named: %j', (change, field, before, after) => {
    expect(find(change)).toEqual([{ field, before, after }]);
  });
});

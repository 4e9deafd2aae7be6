import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Beneficiary,
  describeBeneficiary,
  toBeneficiary,
  toBeneficiaryForm,
  writeBeneficiary,
} from '@/lib/withdrawals/beneficiary';
import { EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import { beneficiarySchema } from '@/lib/withdrawals/beneficiary-schema';

const PERSON = { person_details: { first_name: 'Ada', last_name: 'Byron' } };
const INSTITUTION = { institution_details: { name: 'Grace & Co' } };

describe('a beneficiary', () => {
  it('is shown in words where the words say everything', () => {
    expect(describeBeneficiary(PERSON)).toBe('Ada Byron (person)');
    expect(describeBeneficiary(INSTITUTION)).toBe('Grace & Co (institution)');
    expect(writeBeneficiary(PERSON)).toBe('Ada Byron (person)');
  });

  it.each<Beneficiary>([
    {},
    { ...PERSON, ...INSTITUTION },
    { person_details: { first_name: 'Ada' } },
    { person_details: { last_name: 'Byron', first_name: 'Ada' } },
    { person_details: { ...PERSON.person_details, born: '1815' } },
    { person_details: { first_name: 'Ada', last_name: 7 } },
    { person_details: { first_name: ' Ada', last_name: 'Byron' } },
    { person_details: { first_name: '', last_name: 'Byron' } },
    { person_details: ['Ada', 'Byron'] },
    { institution_details: { name: null } },
    { institution_details: 'Grace & Co' },
    { institution_details: { name: 'x'.repeat(257) } },
    { name: 'Ada' },
  ])('is shown as JSON, and kept as JSON in a form, where words would hide something: %j', (beneficiary) => {
    expect(describeBeneficiary(beneficiary)).toBeUndefined();
    expect(writeBeneficiary(beneficiary)).toBe(JSON.stringify(beneficiary));
    expect(toBeneficiaryForm(beneficiary)).toMatchObject({ kind: 'json', json: JSON.stringify(beneficiary) });
  });

  it('has no form where there is none', () => {
    expect(toBeneficiary(EMPTY_BENEFICIARY)).toBeUndefined();
    for (const none of [null, undefined]) expect(toBeneficiaryForm(none)).toEqual(EMPTY_BENEFICIARY);
  });

  it('goes through a form without a change of its bytes', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const beneficiaries = fc.oneof(
      fc.record({ person_details: fc.record({ first_name: text, last_name: text }) }),
      fc.record({ institution_details: fc.record({ name: text }) }),
      fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(text, fc.integer(), fc.boolean())),
    );
    fc.assert(
      fc.property(beneficiaries, (value) => {
        const normal = JSON.parse(JSON.stringify(value).normalize('NFC')) as Beneficiary;
        const form = beneficiarySchema.safeParse(toBeneficiaryForm(normal));
        // Some texts cannot be stored, and some JSON cannot be sent exactly.
        fc.pre(form.success);
        expect(JSON.stringify(toBeneficiary(form.data))).toBe(JSON.stringify(normal));
      }),
    );
  });
});

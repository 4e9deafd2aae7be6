import { FormProvider, useForm } from 'react-hook-form';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MoreFields } from '@/app/(console)/withdrawals/new/_fields/more-fields';
import { OptionalFields } from '@/app/(console)/withdrawals/new/_fields/optional-fields';
import { RegistryContext } from '@/app/(console)/withdrawals/new/use-registry';
import { explainOmittedBeneficiary } from '@/lib/withdrawals/beneficiary';
import { type BeneficiaryKind, type BeneficiaryMode, EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';

function Form({
  kind,
  mode,
  fields: Fields,
}: {
  kind: BeneficiaryKind;
  mode: BeneficiaryMode;
  fields: () => React.ReactNode;
}) {
  const form = useForm({
    defaultValues: { ...EMPTY_WITHDRAWAL_FORM, beneficiary: { ...EMPTY_BENEFICIARY, kind } },
  });
  return (
    <RegistryContext value={{ ...DEFAULT_SENDABLE, beneficiary: mode }}>
      <FormProvider {...form}>
        <Fields />
      </FormProvider>
    </RegistryContext>
  );
}

it.each<[BeneficiaryMode, BeneficiaryKind, boolean, boolean]>([
  ['send', 'none', true, false],
  ['send', 'person', true, false],
  ['omit', 'none', false, true],
  ['omit', 'person', true, true],
])('with %s and %s, the form has the fields: %s, and says that none is sent: %s', (mode, kind, hasFields, isSaid) => {
  const html = renderToString(<Form kind={kind} mode={mode} fields={OptionalFields} />);
  expect(html.includes('name="beneficiary.kind"')).toBe(hasFields);
  expect(html.includes(explainOmittedBeneficiary())).toBe(isSaid);
});

it('opens where a beneficiary of the form is not sent', () => {
  expect(renderToString(<Form kind="none" mode="omit" fields={MoreFields} />)).toContain('aria-expanded="false"');
  expect(renderToString(<Form kind="person" mode="omit" fields={MoreFields} />)).toContain('aria-expanded="true"');
});

'use client';

import Form from 'next/form';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { useProfileNames } from '@/components/profiles/profile-names';
import { describeProfile } from '@/lib/profiles/find-name';
import { readableText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import type { StatementOptions } from '@/lib/server/statements/read';
import { describeMonth } from '@/lib/statements/statement';

interface StatementFormProps {
  options: StatementOptions;
  /** The parameters of the page. */
  chosen: { profile: string | null; asset: string | null; month: string | null };
}

/** Chooses a statement. The choice is in the page's address, so that a link shows a colleague the same. */
export function StatementForm({ options: { profiles, assets, months }, chosen }: StatementFormProps) {
  const names = useProfileNames();
  // The month that ended last is the one that people ask for.
  const [current, lastEnded = current] = months;
  return (
    <search aria-label="Choose a statement">
      <Form
        action={routes.statements}
        className="mb-4 grid items-end print:hidden gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <Choice
          name="profile"
          label="Profile"
          values={profiles}
          value={chosen.profile}
          describe={(id) => readableText(describeProfile(names, id), 220)}
        />
        <Choice name="asset" label="Balance asset" values={assets} value={chosen.asset} />
        <Choice name="month" label="Month" values={months} value={chosen.month ?? lastEnded} describe={describeMonth} />
        <Button type="submit" look="primary">
          Show statement
        </Button>
      </Form>
    </search>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  values: readonly string[];
  value: string | null | undefined;
  describe?: (value: string) => string;
}

function Choice({ name, label, values, value, describe = (text) => readableText(text, 80) }: ChoiceProps) {
  const id = `statement-${name}`;
  const selected = values.find((one) => one === value) ?? (values.length === 1 ? values[0] : '');
  return (
    <Field id={id} label={label}>
      {/* The key resets the field when a link changed the address. */}
      <select key={selected} id={id} name={name} defaultValue={selected} required className={CONTROL}>
        {selected === '' && <option value="">Choose</option>}
        {values.map((one) => (
          <option key={one} value={one}>
            {describe(one)}
          </option>
        ))}
      </select>
    </Field>
  );
}

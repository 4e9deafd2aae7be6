import Form from 'next/form';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import type { RecipientPage } from '@/lib/server/recipients/read';

/** Filters of the address book. They live in the page's address, so that a link shows a colleague the same. */
export function RecipientFilters({
  filter: { q, network, state },
  networks,
}: Pick<RecipientPage, 'filter' | 'networks'>) {
  return (
    <search aria-label="Find recipients">
      <Form
        action={routes.recipients}
        className="mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_10.5rem_8.75rem_auto]"
      >
        <Field id="recipient-q" label="Name, address or note" className="sm:max-lg:col-span-2">
          <input
            key={q}
            id="recipient-q"
            name="q"
            type="search"
            defaultValue={q}
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            className={CONTROL}
          />
        </Field>
        <Choice name="network" label="Network" value={network}>
          <option value="">All networks</option>
          {networks.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice name="state" label="State" value={state}>
          <option value="ACTIVE">Active</option>
          <option value="RETIRED">Retired</option>
          <option value="ALL">All</option>
        </Choice>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">Find</Button>
          <Link href={routes.recipients} className={buttonClass('quiet')}>
            Clear filters
          </Link>
        </div>
      </Form>
    </search>
  );
}

function Choice({ name, label, value, children }: { name: string; label: string; value: string; children: ReactNode }) {
  const id = `recipient-${name}`;
  return (
    <Field id={id} label={label}>
      {/* The key resets the choice where a link changed the page's address. */}
      <select key={value} id={id} name={name} defaultValue={value} className={CONTROL}>
        {children}
      </select>
    </Field>
  );
}

import Form from 'next/form';
import { type ComponentProps, type ReactNode } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { AUDIT_ACTIONS } from '@/lib/audit/audit-log';
import { describeAction } from '@/lib/audit/describe-entry';
import { routes } from '@/lib/http/routes';
import type { AuditPage } from '@/lib/server/audit/read';

/** Filters the audit log. The filter is in the page's address, so that a link shows a colleague the same. */
export function AuditFilters({ filter, zone, people }: Pick<AuditPage, 'filter' | 'zone' | 'people'>) {
  const days = `day in ${zone.replaceAll('_', ' ')}`;
  return (
    <search aria-label="Filter the audit log">
      <Form action={routes.audit} className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <Choice name="action" label="Action" all="All actions" value={filter.action}>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {describeAction(action)}
            </option>
          ))}
        </Choice>
        <Choice name="person" label="Person" all="Everyone" value={filter.person}>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Text
          name="subject"
          label="Subject"
          hint="A reference, or policy, sending or audit."
          defaultValue={filter.subject}
        />
        <Text name="from" label={`From (${days})`} type="date" defaultValue={filter.from} />
        <Text name="to" label={`To (${days})`} type="date" defaultValue={filter.to} />
        <input type="hidden" name="zone" value={zone} />
        <div className="flex flex-wrap gap-2 sm:col-span-2 lg:col-span-5">
          <Button type="submit">Filter</Button>
          <Link href={routes.audit} className={buttonClass('quiet')}>
            Show all entries
          </Link>
        </div>
      </Form>
    </search>
  );
}

function Choice({
  name,
  label,
  all,
  value,
  children,
}: {
  name: string;
  label: string;
  all: string;
  value: string | undefined;
  children: ReactNode;
}) {
  const id = `audit-${name}`;
  return (
    <Field id={id} label={label}>
      {/* The key resets the field when a link changed the address. */}
      <select key={value} id={id} name={name} defaultValue={value ?? ''} className={CONTROL}>
        <option value="">{all}</option>
        {children}
      </select>
    </Field>
  );
}

function Text({
  name,
  label,
  hint,
  defaultValue,
  ...rest
}: { name: string; label: string; hint?: string } & ComponentProps<'input'>) {
  const id = `audit-${name}`;
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        key={String(defaultValue)}
        id={id}
        name={name}
        defaultValue={defaultValue ?? ''}
        autoComplete="off"
        className={CONTROL}
        {...rest}
      />
    </Field>
  );
}

import Form from 'next/form';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { LimitUses } from '@/components/values/limit-uses';
import { Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import type { KnownInputs } from '@/lib/policy/analysis/describe-coverage';
import type { PolicyDryRun } from '@/lib/requests/contract';

interface DryRunFormProps {
  /** Values from the page's address, as typed. */
  given: Record<string, string>;
  issues: Record<string, string>;
  result: PolicyDryRun | undefined;
  requesters: readonly { id: string; name: string }[];
  /** Assets, networks and profiles of the settings, and those of transfers that the reader sees. */
  known: KnownInputs;
}

/**
 * Shows what the policy would decide about a withdrawal, without a request. The values are in the page's address, so
 * that a link shows a colleague the same.
 */
export function PolicyDryRunForm({ given, issues, result, known, requesters }: DryRunFormProps) {
  const text = (name: string, label: string, className?: string) => (
    <DryRunField name={name} label={label} issue={issues[name]} className={className}>
      {(control) => (
        <input type="text" autoComplete="off" spellCheck={false} defaultValue={given[name] ?? ''} {...control} />
      )}
    </DryRunField>
  );
  const choice = (name: string, label: string, options: readonly Option[], none: string) => (
    <DryRunField name={name} label={label} issue={issues[name]}>
      {(control) => (
        <select defaultValue={given[name] ?? ''} {...control}>
          <option value="">{none}</option>
          {withGiven(options, given[name]).map(({ value, label: shown }) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </DryRunField>
  );
  return (
    <Panel title="Try the policy">
      <Form action={routes.policy} scroll={false} className="grid gap-3 sm:grid-cols-2">
        {choice('asset', 'Asset', known.assets, 'Choose')}
        {choice('network', 'Network', known.networks, 'Choose')}
        {/* Nothing is known before the first request and the first transfer. */}
        {known.profiles.length > 0
          ? choice('profile', 'Profile ID', known.profiles, 'Choose')
          : text('profile', 'Profile ID')}
        {text('amount', 'Amount or total')}
        {text('address', 'Destination address', 'sm:col-span-2')}
        {text('memo', 'Memo')}
        {choice(
          'requester',
          'Requester',
          requesters.map(({ id, name }) => ({ value: id, label: name })),
          'Anyone',
        )}
        <div className="sm:col-span-2">
          <Button type="submit">Try this withdrawal</Button>
        </div>
      </Form>
      <div role="status" className="mt-3 space-y-2 empty:hidden">
        {result && (
          <Notice look="info" title="Policy in force">
            <p>{result.current}</p>
            <LimitUses uses={result.limits} />
          </Notice>
        )}
        {result?.proposed && (
          <Notice look="warn" title="Proposed policy">
            <p>{result.proposed}</p>
          </Notice>
        )}
        {result && <p className="text-label text-dim">No request was created, and nothing is sent.</p>}
      </div>
    </Panel>
  );
}

type Option = KnownInputs['assets'][number];

/** Adds a value from a link that is not among the options, so that the form shows what was tried. */
function withGiven(options: readonly Option[], given: string | undefined): readonly Option[] {
  if (!given || options.some(({ value }) => value === given)) return options;
  return [{ value: given, label: given }, ...options];
}

interface Control {
  id: string;
  name: string;
  className: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

interface DryRunFieldProps {
  name: string;
  label: string;
  issue: string | undefined;
  className?: string | undefined;
  children: (control: Control) => ReactNode;
}

function DryRunField({ name, label, issue, className, children }: DryRunFieldProps) {
  const id = `try-${name}`;
  return (
    <Field id={id} label={label} error={issue} className={className}>
      {children({
        id,
        name,
        className: CONTROL,
        'aria-invalid': issue !== undefined,
        'aria-describedby': describedBy(id),
      })}
    </Field>
  );
}

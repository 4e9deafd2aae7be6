import Form from 'next/form';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { LimitUses } from '@/components/values/limit-uses';
import { Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import type { PolicyDryRun } from '@/lib/requests/contract';

interface DryRunFormProps {
  /** Values from the page's address, as typed. */
  given: Record<string, string>;
  issues: Record<string, string>;
  result: PolicyDryRun | undefined;
  requesters: readonly { id: string; name: string }[];
  /** The networks of the registry, and those of transfers that the reader sees. */
  networks: readonly { value: string; label: string }[];
}

/**
 * Shows what the policy would decide about a withdrawal, without a request. The values are in the page's address, so
 * that a link shows a colleague the same.
 */
export function PolicyDryRunForm({ given, issues, result, requesters, networks }: DryRunFormProps) {
  const text = (name: string, label: string, className?: string) => (
    <DryRunField name={name} label={label} issue={issues[name]} className={className}>
      {(control) => (
        <input type="text" autoComplete="off" spellCheck={false} defaultValue={given[name] ?? ''} {...control} />
      )}
    </DryRunField>
  );
  return (
    <Panel title="Try the policy">
      <Form action={routes.policy} scroll={false} className="grid gap-3 sm:grid-cols-2">
        {text('asset', 'Asset')}
        <DryRunField name="network" label="Network" issue={issues.network}>
          {(control) => (
            <select defaultValue={given.network ?? ''} {...control}>
              <option value="">Choose</option>
              {networks.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </DryRunField>
        {text('profile', 'Profile ID')}
        {text('amount', 'Amount or total')}
        {text('address', 'Destination address', 'sm:col-span-2')}
        {text('memo', 'Memo')}
        <DryRunField name="requester" label="Requester" issue={issues.requester}>
          {(control) => (
            <select defaultValue={given.requester ?? ''} {...control}>
              <option value="">Anyone</option>
              {requesters.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </DryRunField>
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

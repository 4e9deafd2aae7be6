import Form from 'next/form';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { NETWORKS } from '@/lib/networks/networks';
import { routes } from '@/lib/http/routes';
import type { PolicyDryRun } from '@/lib/requests/contract';

interface TryOutProps {
  /** What the address holds, as it was typed. */
  given: Record<string, string>;
  faults: Record<string, string>;
  trial: PolicyDryRun | undefined;
  requesters: readonly { id: string; name: string }[];
}

/** What would happen to a withdrawal that nobody asks for. Lives in the address, so a link shows a colleague the same. */
export function PolicyDryRunForm({ given, faults, trial, requesters }: TryOutProps) {
  const text = (name: string, label: string, className?: string) => (
    <TrialField name={name} label={label} fault={faults[name]} className={className}>
      {(control) => (
        <input type="text" autoComplete="off" spellCheck={false} defaultValue={given[name] ?? ''} {...control} />
      )}
    </TrialField>
  );
  return (
    <Panel title="Try it: what would happen to this withdrawal?">
      <Form action={routes.policy} scroll={false} className="grid gap-3 sm:grid-cols-2">
        {text('asset', 'Asset')}
        <TrialField name="network" label="Network" fault={faults.network}>
          {(control) => (
            <select defaultValue={given.network ?? ''} {...control}>
              <option value="">Choose</option>
              {NETWORKS.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </TrialField>
        {text('profile', 'Profile ID')}
        {text('amount', 'Amount or total')}
        {text('address', 'Destination address', 'sm:col-span-2')}
        {text('memo', 'Memo')}
        <TrialField name="requester" label="Who asks for it" fault={faults.requester}>
          {(control) => (
            <select defaultValue={given.requester ?? ''} {...control}>
              <option value="">Nobody in particular</option>
              {requesters.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </TrialField>
        <div className="sm:col-span-2">
          <Button type="submit">Try it</Button>
        </div>
      </Form>
      <div role="status" className="mt-3 space-y-2 empty:hidden">
        {trial && (
          <Notice look="info" title="Under the policy in force">
            <p>{trial.current}</p>
          </Notice>
        )}
        {trial?.proposed && (
          <Notice look="warn" title="Under the policy that is proposed">
            <p>{trial.proposed}</p>
          </Notice>
        )}
        {trial && <p className="text-xs text-dim">Nothing was asked for and nothing is sent.</p>}
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

interface TrialFieldProps {
  name: string;
  label: string;
  fault: string | undefined;
  className?: string | undefined;
  children: (control: Control) => ReactNode;
}

function TrialField({ name, label, fault, className, children }: TrialFieldProps) {
  const id = `try-${name}`;
  return (
    <Field id={id} label={label} error={fault} className={className}>
      {children({
        id,
        name,
        className: CONTROL,
        'aria-invalid': fault !== undefined,
        'aria-describedby': describedBy(id),
      })}
    </Field>
  );
}

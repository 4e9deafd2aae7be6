'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Names } from '@/app/(console)/policy/rule-list';
import { UntrustedText } from '@/components/values/untrusted-text';
import { CheckboxField, CheckboxGroup } from '@/components/form/checkbox-fields';
import { SelectField, TextArea, TextField } from '@/components/form/form-field';
import { Button } from '@/components/ui/button';
import { NETWORKS } from '@/lib/networks/networks';
import { policyRuleSchema } from '@/lib/policy/policy';
import { COUNTS, type PolicyForm, type RuleDraft, toPolicyRule } from '@/lib/policy/form';
import { describeRule } from '@/lib/policy/describe-rule';
import { SIGNAL_IDS, SIGNALS } from '@/lib/risk/signals';

interface RuleFieldsProps {
  index: number;
  isLast: boolean;
  /** Why it never applies, in words. */
  whyNever: string | undefined;
  names: Names;
  requesters: readonly { id: string; name: string }[];
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One rule of the policy that is being written, with the sentence that it makes. */
export function RuleFields({ index, isLast, whyNever, names, requesters, onMove, onRemove }: RuleFieldsProps) {
  const draft = useWatch<PolicyForm, `rules.${number}`>({ name: `rules.${index}` });
  const at = (field: keyof RuleDraft) => `rules.${index}.${field}`;
  const number = index + 1;
  // As it was when the editor opened: what one ticks or unticks must not close it under the hand.
  const [wasAboutSignals] = useState(draft.signals.length > 0);
  return (
    <fieldset className="rounded-control border border-line p-3">
      <legend className="px-1 text-sm font-medium">Rule {number}</legend>
      <p className="mb-3 text-sm">
        <Sentence draft={draft} names={names} />
        <span role="status" className="block text-warn empty:hidden">
          {whyNever}
        </span>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name={at('name')} label="Name" className="sm:col-span-2" />
        <TextField name={at('assets')} label="Assets" hint="Such as BTC, ETH. Empty: any." />
        <TextField name={at('profiles')} label="Profiles" hint="IDs with commas between. Empty: any." />
        <TextArea
          name={at('limits')}
          label="At or above"
          rows={Math.min(8, Math.max(2, draft.limits.split('\n').length))}
          hint="A line for each asset, such as BTC 1. Empty: any amount; assets not named do not match."
        />
        <CheckboxField name={at('isNewRecipient')} label="Only where the recipient was never paid before" />
        <CheckboxGroup
          name={at('networks')}
          legend="Networks (none ticked: any)"
          options={NETWORKS.map(({ id, label }) => ({ value: id, label }))}
          className="sm:col-span-2"
        />
        <details className="sm:col-span-2" open={wasAboutSignals}>
          <summary className="text-xs text-dim">
            Only where something is odd{draft.signals.length > 0 && ` (${draft.signals.length} ticked)`}
          </summary>
          <CheckboxGroup
            name={at('signals')}
            legend="Only where any of these holds (none ticked: always)"
            hint="What could not be looked up counts as if it held."
            options={SIGNAL_IDS.map((id) => ({ value: id, label: SIGNALS[id] }))}
            className="mt-2"
          />
        </details>
        {requesters.length > 0 && (
          <CheckboxGroup
            name={at('makers')}
            legend="Asked for by (none ticked: anybody)"
            options={requesters.map(({ id, name }) => ({ value: id, label: name }))}
            className="sm:col-span-2"
          />
        )}
        <SelectField name={at('outcome')} label="Then">
          <option value="approve">Ask for approvals</option>
          <option value="refuse">Refuse</option>
        </SelectField>
        {draft.outcome === 'refuse' ? (
          <TextField name={at('reason')} label="Reason" hint="Shown to whoever asks." />
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <SelectField name={at('count')} label="Approvals">
              {COUNTS.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </SelectField>
            <SelectField name={at('role')} label="From">
              <option value="">Approvers</option>
              <option value="admin">Admins</option>
            </SelectField>
            <CheckboxField name={at('wholeBatch')} label="A batch may be approved as a whole" className="col-span-2" />
          </div>
        )}
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={index === 0} onClick={() => onMove(index - 1)}>
          <ArrowUp aria-hidden className="size-4" />
          Up<span className="sr-only">: rule {number}</span>
        </Button>
        <Button look="quiet" disabled={isLast} onClick={() => onMove(index + 1)}>
          <ArrowDown aria-hidden className="size-4" />
          Down<span className="sr-only">: rule {number}</span>
        </Button>
        <Button look="danger" onClick={onRemove}>
          Remove<span className="sr-only"> rule {number}</span>
        </Button>
      </div>
    </fieldset>
  );
}

function Sentence({ draft, names }: { draft: RuleDraft; names: Names }) {
  const rule = policyRuleSchema.safeParse({ ...toPolicyRule(draft), name: draft.name.trim() || 'unnamed' });
  if (!rule.success) return <span className="text-dim">Not a rule yet.</span>;
  return <UntrustedText text={describeRule(rule.data, (id) => names[id] ?? 'somebody')} limit={20_000} />;
}

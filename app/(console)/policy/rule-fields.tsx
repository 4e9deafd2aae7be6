'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Names } from '@/app/(console)/policy/rule-list';
import { TimeLimitFields } from '@/app/(console)/policy/time-limit-fields';
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
  /** Sentence that says why the rule never applies. */
  unreachableReason: string | undefined;
  names: Names;
  requesters: readonly { id: string; name: string }[];
  /** Moves the rule to another index, counted from 0. */
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Shows the fields of one rule, with the sentence that describes the rule. */
export function RuleFields({ index, isLast, unreachableReason, names, requesters, onMove, onRemove }: RuleFieldsProps) {
  const draft = useWatch<PolicyForm, `rules.${number}`>({ name: `rules.${index}` });
  const at = (field: keyof RuleDraft) => `rules.${index}.${field}`;
  return (
    <fieldset className="rounded-control border border-line p-3">
      <legend className="px-1 text-body font-medium">Rule {index + 1}</legend>
      <p className="mb-3 text-body">
        <Sentence draft={draft} names={names} />
        <span role="status" className="block text-warn empty:hidden">
          {unreachableReason}
        </span>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name={at('name')} label="Name" className="sm:col-span-2" />
        <ConditionFields at={at} draft={draft} requesters={requesters} />
        <OutcomeFields at={at} draft={draft} />
      </div>
      <RuleButtons number={index + 1} isLast={isLast} onMove={onMove} onRemove={onRemove} />
    </fieldset>
  );
}

interface FieldsProps {
  /** Gives the form's name of a field of this rule. */
  at: (field: keyof RuleDraft) => string;
  draft: RuleDraft;
}

function ConditionFields({ at, draft, requesters }: FieldsProps & Pick<RuleFieldsProps, 'requesters'>) {
  // As it was when the editor opened: ticking a box must not close the section.
  const [startedOpen] = useState(draft.signals.length > 0);
  return (
    <>
      <TextField name={at('assets')} label="Assets" hint="Such as BTC, ETH. Empty: any." />
      <TextField name={at('profiles')} label="Profiles" hint="IDs separated by commas. Empty: any." />
      <TextArea
        name={at('limits')}
        label="Amount at or above"
        rows={Math.min(8, Math.max(2, draft.limits.split('\n').length))}
        hint="One line for each asset, such as BTC 1. Empty: any amount. Every amount of an asset without a limit here counts too."
      />
      <CheckboxField name={at('isNewRecipient')} label="Only recipients never paid in the asset, or far less" />
      <CheckboxGroup
        name={at('networks')}
        legend="Networks (none ticked: any)"
        options={NETWORKS.map(({ id, label }) => ({ value: id, label }))}
        className="sm:col-span-2"
      />
      <details className="sm:col-span-2" open={startedOpen}>
        <summary className="text-label text-dim">
          Only withdrawals with a warning{draft.signals.length > 0 && ` (${draft.signals.length} ticked)`}
        </summary>
        <CheckboxGroup
          name={at('signals')}
          legend="Warnings, at least one of which must hold (none ticked: any withdrawal)"
          hint="A check that could not be made counts as a warning."
          options={SIGNAL_IDS.map((id) => ({ value: id, label: SIGNALS[id] }))}
          className="mt-2"
        />
      </details>
      <TimeLimitFields at={at} draft={draft} />
      {requesters.length > 0 && (
        <CheckboxGroup
          name={at('makers')}
          legend="Requested by (none ticked: anyone)"
          options={requesters.map(({ id, name }) => ({ value: id, label: name }))}
          className="sm:col-span-2"
        />
      )}
    </>
  );
}

function OutcomeFields({ at, draft }: FieldsProps) {
  return (
    <>
      <SelectField name={at('outcome')} label="Then">
        <option value="approve">Require approvals</option>
        <option value="refuse">Do not allow</option>
        {(draft.overTime.kind !== '' || draft.outcome === 'wait') && (
          <option value="wait">Wait until the limit over time allows it</option>
        )}
      </SelectField>
      {draft.outcome === 'refuse' && <TextField name={at('reason')} label="Reason" hint="Shown to the requester." />}
      {draft.outcome === 'wait' && (
        <p className="self-end text-label text-dim">The rules after this one decide about the approvals.</p>
      )}
      {draft.outcome === 'approve' && (
        <div className="grid grid-cols-2 gap-3">
          <SelectField name={at('count')} label="Approvals">
            {COUNTS.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </SelectField>
          <SelectField name={at('role')} label="From">
            <option value="">Approvers</option>
            <option value="admin">Administrators</option>
          </SelectField>
          <TextArea
            name={at('groups')}
            label="Of these, by members of groups"
            rows={Math.min(5, Math.max(2, draft.groups.split('\n').length))}
            hint="One line for each group, such as 1 Treasury leads. Empty: anybody. The page “Groups” lists them."
            className="col-span-2"
          />
          <CheckboxField name={at('wholeBatch')} label="A batch can be approved as a whole" className="col-span-2" />
        </div>
      )}
    </>
  );
}

function RuleButtons({
  number,
  isLast,
  onMove,
  onRemove,
}: Pick<RuleFieldsProps, 'isLast' | 'onMove' | 'onRemove'> & { number: number }) {
  return (
    <div className="mt-3 flex flex-wrap justify-end gap-2">
      <Button look="quiet" disabled={number === 1} onClick={() => onMove(number - 2)}>
        <ArrowUp aria-hidden className="size-4" />
        Up<span className="sr-only">: rule {number}</span>
      </Button>
      <Button look="quiet" disabled={isLast} onClick={() => onMove(number)}>
        <ArrowDown aria-hidden className="size-4" />
        Down<span className="sr-only">: rule {number}</span>
      </Button>
      <Button look="danger" onClick={onRemove}>
        Remove<span className="sr-only"> rule {number}</span>
      </Button>
    </div>
  );
}

function Sentence({ draft, names }: { draft: RuleDraft; names: Names }) {
  const rule = policyRuleSchema.safeParse({ ...toPolicyRule(draft), name: draft.name.trim() || 'unnamed' });
  if (!rule.success) return <span className="text-dim">This rule is not complete.</span>;
  return <UntrustedText text={describeRule(rule.data, (id) => names[id] ?? 'an unknown person')} limit={20_000} />;
}

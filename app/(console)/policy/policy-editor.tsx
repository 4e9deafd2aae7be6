'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { ProposePolicy } from '@/app/(console)/policy/propose-policy';
import { RuleFields } from '@/app/(console)/policy/rule-fields';
import type { Names } from '@/app/(console)/policy/rule-list';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { findUnreachable, MAX_RULES, type PolicyRule } from '@/lib/policy/policy';
import { EMPTY_RULE, type PolicyForm, policyFormSchema, toPolicyRule, toRuleDraft } from '@/lib/policy/form';
import { describeUnreachable } from '@/lib/policy/describe-rule';

interface PolicyEditorProps {
  /** The version in force and its rules, which the change starts from. */
  basedOn: number;
  rules: readonly PolicyRule[];
  names: Names;
  requesters: readonly { id: string; name: string }[];
  /** Why the reader cannot ask for a change now. */
  denialReason: string | undefined;
}

/** Where an admin writes another policy. It changes nothing before a second admin has confirmed it. */
export function PolicyEditor(props: PolicyEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason}>
      {(onClose) => <RuleEditor {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

function RuleEditor({ basedOn, rules, names, requesters, onClose }: PolicyEditorProps & { onClose: () => void }) {
  const [written, setWritten] = useState<PolicyRule[]>();
  const form = useForm<PolicyForm>({
    resolver: zodResolver(policyFormSchema),
    defaultValues: { rules: rules.map(toRuleDraft) },
    mode: 'onTouched',
  });
  const { setFocus } = form;
  // The button that opened this is gone, and focus with it.
  useEffect(() => setFocus('rules.0.name'), [setFocus]);
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'rules' });
  const unreachable = useWatch({
    control: form.control,
    compute: ({ rules: drafts }: PolicyForm) => findUnreachable(drafts.map(toPolicyRule)),
  });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(({ rules: drafts }) => setWritten(drafts.map(toPolicyRule)))(event)}
      >
        <Panel title="Propose a change">
          <ol className="space-y-4">
            {fields.map((field, index) => (
              <li key={field.id}>
                <RuleFields
                  index={index}
                  isLast={index === fields.length - 1}
                  whyNever={describeUnreachable(unreachable, index + 1)}
                  names={names}
                  requesters={requesters}
                  onMove={(to) => move(index, to)}
                  onRemove={() => remove(index)}
                />
              </li>
            ))}
          </ol>
          {fields.length === 0 && (
            <p className="text-sm text-bad">A policy without rules refuses everything. Add at least one.</p>
          )}
          <div className="mt-4 flex flex-wrap gap-2">
            <Button disabled={fields.length >= MAX_RULES} onClick={() => append(EMPTY_RULE)}>
              Add a rule
            </Button>
            <span className="grow" />
            <Button look="quiet" onClick={onClose}>
              Discard
            </Button>
            <Button type="submit" look="primary" disabled={fields.length === 0}>
              Review the change
            </Button>
          </div>
        </Panel>
      </form>
      {written && (
        <ProposePolicy
          basedOn={basedOn}
          before={rules}
          after={written}
          names={names}
          onClose={() => setWritten(undefined)}
          onProposed={onClose}
        />
      )}
    </FormProvider>
  );
}

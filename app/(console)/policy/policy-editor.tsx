'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { PolicyCheck } from '@/app/(console)/policy/policy-check';
import { ProposePolicy } from '@/app/(console)/policy/propose-policy';
import { ExportRules, ImportRules } from '@/app/(console)/policy/rule-document';
import { RuleFields } from '@/app/(console)/policy/rule-fields';
import type { Names } from '@/app/(console)/policy/rule-list';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { MAX_RULES, type PolicyRule } from '@/lib/policy/policy';
import {
  EMPTY_RULE,
  type PolicyForm,
  policyFormSchema,
  readCompleteRules,
  toPolicyRule,
  toRuleDraft,
} from '@/lib/policy/form';
import { explainUnreachable, type KnownInputs } from '@/lib/policy/describe-coverage';
import { findUnreachable } from '@/lib/policy/reach';

interface PolicyEditorProps {
  /** Version in force, which the change starts from, and its rules. */
  basedOn: number;
  rules: readonly PolicyRule[];
  names: Names;
  requesters: readonly { id: string; name: string }[];
  known: KnownInputs;
  /** Sentence that says why the reader cannot propose a change now. */
  denialReason: string | undefined;
}

/** Shows the form in which an administrator proposes another policy. A second administrator must confirm it. */
export function PolicyEditor(props: PolicyEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason}>
      {(onClose) => <RuleEditor {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

function RuleEditor({
  basedOn,
  rules,
  names,
  requesters,
  known,
  onClose,
}: PolicyEditorProps & { onClose: () => void }) {
  const [proposed, setProposed] = useState<PolicyRule[]>();
  const [isImporting, setIsImporting] = useState(false);
  /** The drafts that an import replaced, or that were there when these came back. */
  const [replaced, setReplaced] = useState<PolicyForm['rules']>();
  const form = useForm<PolicyForm>({
    resolver: zodResolver(policyFormSchema),
    defaultValues: { rules: rules.map(toRuleDraft) },
    mode: 'onTouched',
  });
  const { setFocus } = form;
  // The button that opened the form is gone, and the focus with it.
  useEffect(() => setFocus('rules.0.name'), [setFocus]);
  const { fields, append, remove, move, replace } = useFieldArray({ control: form.control, name: 'rules' });
  const complete = useWatch({
    control: form.control,
    compute: ({ rules: drafts }: PolicyForm) => readCompleteRules(drafts),
  });
  // Typing does not wait for the check.
  const checked = useDeferredValue(complete);
  const unreachable = useMemo(() => findUnreachable(checked ?? []), [checked]);
  const replaceRules = (drafts: PolicyForm['rules']) => {
    setReplaced(form.getValues('rules'));
    replace(drafts);
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) =>
          void form.handleSubmit(({ rules: drafts }) => setProposed(drafts.map(toPolicyRule)))(event)
        }
      >
        <Panel title="Propose a change">
          <div className="mb-3 flex flex-wrap items-center gap-2">
            <Button onClick={() => setIsImporting(true)}>Import rules</Button>
            <ExportRules rules={complete} fileName="countersign-policy-draft.json" />
            {replaced && <Button onClick={() => replaceRules(replaced)}>Swap with the rules from before</Button>}
          </div>
          <p role="status" className="mb-3 text-body text-dim empty:hidden">
            {replaced && 'The rules were replaced. Those from before are kept until you discard the form.'}
          </p>
          <ol className="space-y-4">
            {fields.map((field, index) => (
              <li key={field.id}>
                <RuleFields
                  index={index}
                  isLast={index === fields.length - 1}
                  unreachableReason={explainUnreachable(unreachable, checked ?? [], index + 1)}
                  names={names}
                  requesters={requesters}
                  onMove={(to) => move(index, to)}
                  onRemove={() => remove(index)}
                />
              </li>
            ))}
          </ol>
          {fields.length === 0 && (
            <p className="text-body text-bad">A policy without rules allows nothing. Add at least one rule.</p>
          )}
          <Button className="mt-4" disabled={fields.length >= MAX_RULES} onClick={() => append(EMPTY_RULE)}>
            Add a rule
          </Button>
        </Panel>
        <Panel title="Check of these rules">
          {checked ? (
            <PolicyCheck rules={checked} known={known} canReplay />
          ) : (
            <p className="text-body text-dim">The rules are checked as soon as each of them is complete.</p>
          )}
        </Panel>
        <ActionBar isSticky>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" disabled={fields.length === 0}>
              Review the change
            </Button>
            <Button look="quiet" onClick={onClose}>
              Discard
            </Button>
          </div>
        </ActionBar>
      </form>
      {isImporting && (
        <ImportRules
          onImport={(imported) => replaceRules(imported.map(toRuleDraft))}
          onClose={() => setIsImporting(false)}
        />
      )}
      {proposed && (
        <ProposePolicy
          basedOn={basedOn}
          before={rules}
          after={proposed}
          names={names}
          known={known}
          onClose={() => setProposed(undefined)}
          onProposed={onClose}
        />
      )}
    </FormProvider>
  );
}

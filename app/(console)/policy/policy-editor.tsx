'use client';

import type { RuleNames } from '@/lib/policy/conditions/condition';
import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useFormState, useWatch } from 'react-hook-form';
import { DiscardButton } from '@/app/(console)/_proposals/discard-button';
import { PolicyCheck } from '@/app/(console)/policy/policy-check';
import { ProposePolicy } from '@/app/(console)/policy/propose-policy';
import { ExportRules, ImportRules } from '@/app/(console)/policy/rule-document';
import { AssetList } from '@/app/(console)/policy/limit-rows';
import { RuleCard } from '@/app/(console)/policy/rule-card';
import { useRuleFocus } from '@/app/(console)/policy/use-rule-focus';
import { analyzePolicy } from '@/lib/policy/analysis/analysis';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { MAX_RULES, type PolicyRule } from '@/lib/policy/rules';
import {
  EMPTY_RULE,
  type PolicyForm,
  policyFormSchema,
  readCompleteRules,
  toPolicyRule,
  toRuleDraft,
} from '@/lib/policy/form';
import type { KnownInputs } from '@/lib/policy/analysis/describe-coverage';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';

interface PolicyEditorProps {
  /** Version in force, which the change starts from, and its rules. */
  basedOn: number;
  rules: readonly PolicyRule[];
  names: RuleNames;
  requesters: readonly { id: string; name: string }[];
  known: KnownInputs;
  /** Who could approve; for people who may change the policy. */
  setup: ApprovalSetup | undefined;
  /** Names of the groups of approvers in force. */
  groups: readonly string[];
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
  setup,
  groups,
  onClose,
}: PolicyEditorProps & { onClose: () => void }) {
  const [proposed, setProposed] = useState<PolicyRule[]>();
  const [isImporting, setIsImporting] = useState(false);
  /** The drafts that an import replaced, or that were there when these came back. */
  const [replaced, setReplaced] = useState<PolicyForm['rules']>();
  const form = useForm<PolicyForm>({
    resolver: zodResolver(policyFormSchema),
    defaultValues: { rules: rules.map(toRuleDraft) },
    // A rule that was just added has no issues yet, and none comes and goes while the pointer is on a button.
    mode: 'onSubmit',
    // The first field with an issue may be in a rule that is closed (use-rule-focus).
    shouldFocusError: false,
  });
  const { fields, insert, remove, move, replace } = useFieldArray({ control: form.control, name: 'rules' });
  const { list, announcement, follow } = useRuleFocus(useFormState({ control: form.control }).submitCount);
  const moveRule = useCallback(
    (from: number, to: number) => {
      move(from, to);
      follow(to, `Rule ${from + 1} is now rule ${to + 1}.`);
    },
    [move, follow],
  );
  const addRule = () => {
    // Below a rule for everything, no rule would ever apply.
    const last = form.getValues('rules').at(-1);
    const isLastForAll = last !== undefined && Object.keys(toPolicyRule({ ...last, name: 'All' }).when).length === 0;
    insert(isLastForAll ? fields.length - 1 : fields.length, EMPTY_RULE, { shouldFocus: false });
  };
  const removeRule = (index: number) => {
    remove(index);
    follow(Math.min(index, fields.length - 2), `Rule ${index + 1} was removed.`);
  };
  const [found, setFound] = useState<RuleNames['recipients']>({});
  const allNames = { ...names, recipients: { ...names.recipients, ...found } };
  const complete = useWatch({
    control: form.control,
    compute: ({ rules: drafts }: PolicyForm) => readCompleteRules(drafts),
  });
  // Typing does not wait for the check.
  const checked = useDeferredValue(complete);
  const analysis = useMemo(() => checked && analyzePolicy(checked, known, { setup }), [checked, known, setup]);
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
          <p role="status" className="sr-only">
            {announcement}
          </p>
          <AssetList assets={known.assets.map(({ value }) => value)} />
          <ol ref={list} className="space-y-3">
            {fields.map((field, index) => (
              <RuleCard
                key={field.id}
                index={index}
                count={fields.length}
                unreachableReason={analysis?.unreachable[index] ?? undefined}
                {...{ requesters, known, groups }}
                names={allNames}
                onFoundRecipient={(key, name) => setFound((before) => ({ ...before, [key]: name }))}
                onMove={moveRule}
                onRemove={() => removeRule(index)}
              />
            ))}
          </ol>
          {fields.length === 0 && (
            <p className="text-body text-bad">A policy without rules allows nothing. Add at least one rule.</p>
          )}
          <Button className="mt-4" disabled={fields.length >= MAX_RULES} onClick={addRule}>
            Add a rule
          </Button>
        </Panel>
        <Panel title="Check of these rules">
          {checked && analysis ? (
            <PolicyCheck rules={checked} analysis={analysis} mayChange={setup !== undefined} />
          ) : (
            <p className="text-body text-dim">The rules are checked as soon as each of them is complete.</p>
          )}
        </Panel>
        <ActionBar isSticky>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" disabled={fields.length === 0}>
              Review the change
            </Button>
            <DiscardButton isChanged={form.formState.isDirty} onDiscard={onClose} />
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
          names={allNames}
          known={known}
          setup={setup}
          onClose={() => setProposed(undefined)}
          onProposed={onClose}
        />
      )}
    </FormProvider>
  );
}

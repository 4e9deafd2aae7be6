'use client';

import type { RuleNames } from '@/lib/policy/conditions/condition';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';
import { type RuleChoices, RuleFields } from '@/app/(console)/policy/rule-fields';
import type { RuleControl } from '@/app/(console)/policy/use-rule-focus';
import { useRuleOrder } from '@/app/(console)/policy/use-rule-order';
import { Button } from '@/components/ui/button';
import { UntrustedText } from '@/components/values/untrusted-text';
import { describeRule } from '@/lib/policy/describe-rule';
import { type PolicyForm, type RuleDraft, toPolicyRule } from '@/lib/policy/form';
import { policyRuleSchema } from '@/lib/policy/rules';

interface RuleCardProps extends RuleChoices {
  /** Counts from 0. */
  index: number;
  count: number;
  /** Sentence that says why the rule never applies. */
  unreachableReason: string | undefined;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}

// All four fit a line of 360 px.
const SMALL = 'max-sm:px-1 sm:px-2';

/**
 * Shows one rule of the editor as its sentence, with its fields while it is open. Rules are dragged by their handles.
 */
export function RuleCard({ index, count, unreachableReason, onMove, onRemove, ...choices }: RuleCardProps) {
  const draft = useWatch<PolicyForm, `rules.${number}`>({ name: `rules.${index}` });
  const { errors } = useFormState<PolicyForm>({ name: `rules.${index}` });
  // A new rule is there to be filled in.
  const [isOpened, setIsOpened] = useState(draft.name === '');
  const isOpen = isOpened || get(errors, `rules.${index}`) !== undefined;
  const { row, handle, isDragged, dropPlace, onHandleKey } = useRuleOrder(index, { count, onMove });
  const number = index + 1;
  return (
    <li
      ref={row}
      data-rule={index}
      data-drop-place={dropPlace}
      data-dragged={isDragged || undefined}
      className={clsx(
        'relative',
        isDragged && 'opacity-50',
        dropPlace !== undefined &&
          'before:absolute before:inset-x-0 before:h-0.5 before:rounded before:bg-accent before:content-[""]',
        dropPlace === 'before' && 'before:-top-1.5',
        dropPlace === 'after' && 'before:-bottom-1.5',
      )}
    >
      <fieldset className="min-w-0 rounded-control border border-line p-3">
        <legend className="px-1 text-body font-medium">Rule {number}</legend>
        <div className="flex items-start gap-2">
          <button
            ref={handle}
            type="button"
            data-control={'handle' satisfies RuleControl}
            aria-label={`Move rule ${number}`}
            title="Drag, or press the arrow keys"
            className="-ml-1.5 flex size-8 flex-none cursor-grab items-center justify-center rounded-control text-dim hover:bg-soft hover:text-ink"
            onKeyDown={onHandleKey}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
          <div className="min-w-0 flex-1 text-body [overflow-wrap:anywhere]">
            <p className="text-label text-dim">
              <UntrustedText text={draft.name.trim() || 'No name yet'} />
            </p>
            <p>
              <Sentence draft={draft} names={choices.names} />
            </p>
            <p role="status" className="font-medium text-warn empty:hidden">
              {unreachableReason}
            </p>
          </div>
        </div>
        {isOpen && (
          <div className="mt-3 border-t border-line pt-3">
            <RuleFields index={index} draft={draft} {...choices} />
          </div>
        )}
        <div className="mt-2 flex flex-wrap justify-end gap-0.5 sm:gap-1">
          <Button
            look="quiet"
            className={SMALL}
            aria-expanded={isOpen}
            data-control={'edit' satisfies RuleControl}
            onClick={() => setIsOpened(!isOpen)}
          >
            {isOpen ? 'Close' : 'Edit'}
            <span className="sr-only"> rule {number}</span>
          </Button>
          <Button
            look="quiet"
            className={SMALL}
            data-control={'up' satisfies RuleControl}
            disabled={index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <ArrowUp aria-hidden className="size-4" />
            Up<span className="sr-only">: rule {number}</span>
          </Button>
          <Button
            look="quiet"
            className={SMALL}
            data-control={'down' satisfies RuleControl}
            disabled={number === count}
            onClick={() => onMove(index, number)}
          >
            <ArrowDown aria-hidden className="size-4" />
            Down<span className="sr-only">: rule {number}</span>
          </Button>
          <Button look="quiet" className={SMALL} data-control={'remove' satisfies RuleControl} onClick={onRemove}>
            Remove<span className="sr-only"> rule {number}</span>
          </Button>
        </div>
      </fieldset>
    </li>
  );
}

function Sentence({ draft, names }: { draft: RuleDraft; names: RuleNames }) {
  const rule = policyRuleSchema.safeParse({ ...toPolicyRule(draft), name: draft.name.trim() || 'unnamed' });
  if (!rule.success) return <span className="text-dim">This rule is not complete.</span>;
  return <UntrustedText text={describeRule(rule.data, names)} limit={20_000} />;
}

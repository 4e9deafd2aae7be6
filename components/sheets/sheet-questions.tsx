import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { readableText } from '@/components/values/untrusted-text';
import type { FactSentence } from '@/lib/sheets/describe-facts';
import type { SheetOption, SheetQuestion } from '@/lib/sheets/sheet-file';

interface SheetQuestionsProps {
  fileName: string;
  questions: readonly SheetQuestion[];
  facts: readonly FactSentence[];
  /** Why the file gives no rows with these answers. */
  error: string | undefined;
  /** Set once every question has its answer. */
  isAnswered: boolean;
  onAnswer: (id: string, value: string) => void;
  onContinue: () => void;
  onCancel: () => void;
}

/** What a file leaves open, asked before its rows are read, and what to know of its cells. */
export function SheetQuestions(props: SheetQuestionsProps) {
  const { fileName, questions, facts, error, isAnswered, onAnswer, onContinue, onCancel } = props;
  const top = useRef<HTMLDivElement>(null);
  // In place of the field that had the focus.
  useEffect(() => top.current?.focus(), []);
  return (
    <Panel title={`Before “${readableText(fileName, 80)}” is read`}>
      <div ref={top} tabIndex={-1} className="space-y-5 outline-none">
        {questions.map((question) => (
          <Question key={question.id} question={question} onAnswer={(value) => onAnswer(question.id, value)} />
        ))}
        {facts.length > 0 && (
          <ul aria-label="About the cells" className="list-disc space-y-1 pl-5 text-body [overflow-wrap:anywhere]">
            {facts.map(({ text }) => (
              <li key={text}>{readableText(text, 600)}</li>
            ))}
          </ul>
        )}
        {error !== undefined && <Notice look="bad" title={error} isUrgent />}
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" disabled={!isAnswered || error !== undefined} onClick={onContinue}>
            Continue
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Choose another file
          </Button>
          {!isAnswered && error === undefined && (
            <span className="text-label text-dim">Choose an answer to each question first.</span>
          )}
        </div>
      </div>
    </Panel>
  );
}

function Question({
  question: { id, title, options, chosen },
  onAnswer,
}: {
  question: SheetQuestion;
  onAnswer: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-body font-medium [overflow-wrap:anywhere]">{readableText(title, 300)}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-7 cursor-pointer items-start gap-2.5 py-1">
          <input
            type="radio"
            name={`${name}-${id}`}
            value={option.value}
            checked={option.value === chosen}
            onChange={() => onAnswer(option.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <Option option={option} />
        </label>
      ))}
    </fieldset>
  );
}

function Option({ option: { label, samples = [] } }: { option: SheetOption }) {
  return (
    <span className="min-w-0 text-body [overflow-wrap:anywhere]">
      {readableText(label, 120)}
      {samples.length > 0 && (
        <span className="mt-0.5 flex flex-wrap gap-1.5">
          {samples.map((sample, index) => (
            <bdi key={index} className="rounded border border-line bg-soft px-1.5 py-0.5 text-label">
              {readableText(sample, 80)}
            </bdi>
          ))}
        </span>
      )}
    </span>
  );
}

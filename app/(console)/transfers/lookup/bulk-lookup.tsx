'use client';

import { useId, useState } from 'react';
import { BulkLookupTable } from '@/app/(console)/transfers/lookup/bulk-lookup-table';
import { useBulkLookup } from '@/app/(console)/transfers/lookup/use-bulk-lookup';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { storePasted } from '@/components/search/pasted-terms-store';
import { explainError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { uniqueTerms } from '@/lib/transfers/bulk-lookup';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';

/** The form of the bulk lookup, and the table of its results. */
export function BulkLookup() {
  const { pasted, lines, query } = useBulkLookup();
  // Edits of the text that was last looked up; a text that is pasted elsewhere replaces them.
  const [draft, setDraft] = useState({ over: pasted, text: pasted });
  const text = draft.over === pasted ? draft.text : pasted;
  return (
    <>
      <LookupForm
        text={text}
        isLookingUp={query.isFetching}
        onChange={(changed) => setDraft({ over: pasted, text: changed })}
        onLookUp={() => {
          if (text === pasted) void query.refetch();
          else storePasted(text);
        }}
        onClear={() => {
          setDraft({ over: '', text: '' });
          storePasted('');
        }}
      />
      {query.isFetching && (
        <p aria-live="polite" className="mb-3 text-dim">
          Looking up…
        </p>
      )}
      {query.error && !query.isFetching && (
        <div className="mb-4">
          <ExplanationNotice explanation={explainError(query.error)} isUrgent />
        </div>
      )}
      {lines && query.data && <BulkLookupTable lines={lines} answer={query.data} />}
    </>
  );
}

interface LookupFormProps {
  text: string;
  isLookingUp: boolean;
  onChange: (text: string) => void;
  onLookUp: () => void;
  onClear: () => void;
}

function LookupForm({ text, isLookingUp, onChange, onLookUp, onClear }: LookupFormProps) {
  const id = useId();
  const terms = splitPastedTerms(text);
  const count = uniqueTerms(terms).length;
  const tooMany = count > MAX_TERMS ? explainTooMany(count) : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0 && !tooMany) onLookUp();
      }}
    >
      <Field id={id} label="References" error={tooMany} hint={describeTerms(terms.length, count)}>
        <textarea
          id={id}
          rows={6}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={tooMany !== undefined}
          aria-describedby={describedBy(id)}
          className={`${CONTROL} font-mono text-sm`}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <div className="mt-2 mb-5 flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={count === 0 || tooMany !== undefined || isLookingUp}>
          Look up
        </Button>
        {text !== '' && (
          <Button look="quiet" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}

function explainTooMany(count: number): string {
  const [given, most] = [count, MAX_TERMS].map((number) => number.toLocaleString('en-GB'));
  return `You entered ${given} references. Look up at most ${most} at once.`;
}

function describeTerms(all: number, different: number): string {
  if (all === 0) return 'One per line, or separated by commas, semicolons, tabs or spaces.';
  const count = `${different.toLocaleString('en-GB')} to look up`;
  return all === different ? count : `${count}, ${(all - different).toLocaleString('en-GB')} repeated`;
}

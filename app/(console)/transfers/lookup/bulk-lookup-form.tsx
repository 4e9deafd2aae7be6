'use client';

import { useId, useRef } from 'react';
import { SHEET_FILES } from '@/components/sheets/sheet-input';
import { SheetQuestions } from '@/components/sheets/sheet-questions';
import { useTermFile } from '@/app/(console)/transfers/lookup/use-term-file';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { formatCount } from '@/lib/text/locale';
import { uniqueTerms } from '@/lib/search/lookup/bulk-lookup';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';

interface BulkLookupFormProps {
  text: string;
  isLookingUp: boolean;
  onChange: (text: string) => void;
  onLookUp: () => void;
  onClear: () => void;
}

/** The text of a bulk lookup: pasted, typed, or from a file that is chosen or dropped. */
export function BulkLookupForm({ text, isLookingUp, onChange, onLookUp, onClear }: BulkLookupFormProps) {
  const id = useId();
  const file = useTermFile(onChange);
  const terms = splitPastedTerms(text);
  const count = uniqueTerms(terms).length;
  const excess = explainExcess(text, count);
  if (file.asked)
    return (
      <div className="mb-5">
        <SheetQuestions {...file.asked} />
      </div>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0 && !excess) onLookUp();
      }}
    >
      <Field id={id} label="References" error={excess ?? file.error} hint={describeTerms(terms.length, count)}>
        <textarea
          id={id}
          rows={6}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={(excess ?? file.error) !== undefined}
          aria-describedby={describedBy(id)}
          className={`${CONTROL} font-mono text-body`}
          onChange={({ target }) => onChange(target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            const { files } = event.dataTransfer;
            // Text that is dropped belongs to the field.
            if (files.length === 0) return;
            event.preventDefault();
            file.takeFile(files[0]);
          }}
        />
      </Field>
      <div className="mt-2 mb-5 flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={count === 0 || excess !== undefined || isLookingUp}>
          Look up
        </Button>
        <FileButton onFile={file.takeFile} />
        {text !== '' && (
          <Button look="quiet" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}

/** The button that opens a file. */
function FileButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File with references"
        accept={SHEET_FILES}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // Cleared, so that the same file can be chosen again after a correction.
          target.value = '';
        }}
      />
    </>
  );
}

// The route takes 256 kB; a character is at most three bytes of UTF-8.
const MAX_BYTES = 250_000;

function explainExcess(text: string, count: number): string | undefined {
  if (count > MAX_TERMS) {
    const [given, most] = [count, MAX_TERMS].map((number) => formatCount(number));
    return `You entered ${given} references. Look up at most ${most} at once.`;
  }
  const isLong = text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES;
  return isLong ? 'The text is longer than 250 kB. Look it up in parts.' : undefined;
}

function describeTerms(all: number, different: number): string {
  if (all === 0)
    return 'One per line, or separated by commas, semicolons, tabs or spaces. A file can be dropped here: a workbook (.xlsx), CSV or text.';
  const count = `${formatCount(different)} to look up`;
  return all === different ? count : `${count}, ${formatCount(all - different)} repeated`;
}

'use client';

import { useId, useState } from 'react';
import { readTextFile } from '@/app/(console)/withdrawals/import/read-file';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';

import { RECIPIENT_COLUMNS } from '@/lib/recipient-sheet';
import type { Result } from '@/lib/result';

interface SheetFieldProps {
  /** Takes the text of a sheet; gives why it is none, in words. */
  onText: (text: string) => Result<unknown, string>;
}

/** Where a sheet comes from: a file, or what is pasted. */
export function SheetField({ onText }: SheetFieldProps) {
  const id = useId();
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState<string>();
  const take = (text: Result<string, string>) => {
    const taken = text.ok ? onText(text.value) : text;
    setFault(taken.ok ? undefined : taken.error);
  };
  return (
    <div className="max-w-3xl space-y-4">
      {fault !== undefined && (
        <Notice look="bad" title={fault} isUrgent>
          <p>Nothing was added. Correct the sheet, then choose or paste it again.</p>
        </Notice>
      )}
      <Panel>
        <Field id={`${id}-file`} label="File" hint={`CSV, or text with tabs or semicolons. The first row names the columns: ${RECIPIENT_COLUMNS.join(', ')}.`}>
          <input
            id={`${id}-file`}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            aria-describedby={describedBy(`${id}-file`)}
            className={`${CONTROL} file:mr-3 file:rounded file:border-0 file:bg-soft file:px-2 file:py-1 file:text-ink`}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) void readTextFile(file).then(take);
              // So that the same file can be chosen again once it is corrected.
              target.value = '';
            }}
          />
        </Field>
        <form
          className="mt-4"
          onSubmit={(event) => {
            event.preventDefault();
            take({ ok: true, value: pasted });
          }}
        >
          <Field id={`${id}-text`} label="Or paste the cells of a sheet" hint="With the row that names the columns. Memo, note and profiles may be missing.">
            <textarea
              id={`${id}-text`}
              rows={8}
              value={pasted}
              spellCheck={false}
              autoComplete="off"
              aria-describedby={describedBy(`${id}-text`)}
              className={`${CONTROL} font-mono text-sm whitespace-pre`}
              onChange={({ target }) => setPasted(target.value)}
            />
          </Field>
          <Button type="submit" look="primary" className="mt-2" disabled={pasted.trim() === ''}>
            Read the sheet
          </Button>
        </form>
      </Panel>
    </div>
  );
}

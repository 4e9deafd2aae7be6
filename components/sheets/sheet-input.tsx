'use client';

import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';

/** The files that can be chosen as a sheet. What a file is, its content says. */
export const SHEET_FILES =
  '.xlsx,.xlsm,.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain,' +
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface SheetInputProps {
  /** The files that can be chosen, where more than sheets can. */
  files?: string;
  fileHint: ReactNode;
  pasteHint: string;
  /** True while a file is being read. */
  isReading: boolean;
  onFile: (file: File) => void;
  onPaste: (text: string) => void;
}

/** Input of a sheet: a file to choose, or a field for pasted cells. */
export function SheetInput({ files = SHEET_FILES, fileHint, pasteHint, isReading, onFile, onPaste }: SheetInputProps) {
  const id = useId();
  const [pasted, setPasted] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const takeFile = (chosen: HTMLInputElement) => {
    const file = chosen.files?.[0];
    if (file) onFile(file);
    // Cleared, so that the same file can be chosen again after a correction.
    chosen.value = '';
  };
  // A file chosen before the page's script ran has raised no event.
  const takeEarlyFile = useEffectEvent(() => input.current && takeFile(input.current));
  useEffect(() => void takeEarlyFile(), []);
  return (
    <Panel>
      <Field id={`${id}-file`} label="File" hint={isReading ? 'Reading the file…' : fileHint}>
        <input
          ref={input}
          id={`${id}-file`}
          type="file"
          accept={files}
          aria-busy={isReading}
          aria-describedby={describedBy(`${id}-file`)}
          className={`${CONTROL} file:mr-3 file:rounded file:border-0 file:bg-soft file:px-2 file:py-1 file:text-ink`}
          onChange={({ target }) => takeFile(target)}
        />
      </Field>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          onPaste(pasted);
        }}
      >
        <Field id={`${id}-text`} label="Or paste the cells of a sheet" hint={pasteHint}>
          <textarea
            id={`${id}-text`}
            rows={8}
            value={pasted}
            spellCheck={false}
            autoComplete="off"
            aria-describedby={describedBy(`${id}-text`)}
            className={`${CONTROL} font-mono text-body whitespace-pre`}
            onChange={({ target }) => setPasted(target.value)}
          />
        </Field>
        <Button type="submit" look="primary" className="mt-2" disabled={pasted.trim() === ''}>
          Read the sheet
        </Button>
      </form>
    </Panel>
  );
}

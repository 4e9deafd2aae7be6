'use client';

import { useState } from 'react';
import { readTextFile } from '@/components/form/read-file';
import { SheetInput } from '@/components/form/sheet-input';
import { Notice } from '@/components/ui/notice';
import { RECIPIENT_COLUMNS } from '@/lib/recipients/sheet';
import type { Result } from '@/lib/result';

interface SheetFieldProps {
  /** Takes the text of a sheet; gives why it is none, in words. */
  onText: (text: string) => Result<unknown, string>;
}

/** Where a sheet comes from: a file, or what is pasted. */
export function SheetField({ onText }: SheetFieldProps) {
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
      <SheetInput
        fileHint={`CSV, or text with tabs or semicolons. The first row names the columns: ${RECIPIENT_COLUMNS.join(', ')}.`}
        pasteHint="With the row that names the columns. Memo, note and profiles may be missing."
        onFile={(file) => void readTextFile(file).then(take)}
        onPaste={(text) => take({ ok: true, value: text })}
      />
    </div>
  );
}

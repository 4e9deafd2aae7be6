'use client';

import { useState } from 'react';
import { readTextFile } from '@/components/form/read-file';
import { SheetInput } from '@/components/form/sheet-input';
import { Columns } from '@/components/ui/columns';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { RECIPIENT_COLUMNS } from '@/lib/recipients/sheet';
import type { Result } from '@/lib/result';

interface SheetSourceProps {
  /** Takes the text of a sheet; explains why it cannot be read. */
  onText: (text: string) => Result<unknown, string>;
}

/** First step of an import: a file to choose, or cells to paste. */
export function SheetSource({ onText }: SheetSourceProps) {
  const [error, setError] = useState<string>();
  const take = (text: Result<string, string>) => {
    const taken = text.ok ? onText(text.value) : text;
    setError(taken.ok ? undefined : taken.error);
  };
  const columns = RECIPIENT_COLUMNS.join(', ');
  return (
    <Columns
      aside={
        <Panel title="What happens next">
          <p>
            You see each row with what is missing in it, and correct it in place. Nothing changes until a second person
            confirms all rows together.
          </p>
        </Panel>
      }
      after={null}
    >
      {error !== undefined && (
        <Notice look="bad" title={error} isUrgent>
          <p>Nothing was added. Correct the sheet, then choose or paste it again.</p>
        </Notice>
      )}
      <SheetInput
        fileHint={`CSV, or text separated by tabs or semicolons. The first row names the columns: ${columns}.`}
        pasteHint="Include the row that names the columns. Memo, note and profiles are optional."
        onFile={(file) => void readTextFile(file).then(take)}
        onPaste={(text) => take({ ok: true, value: text })}
      />
    </Columns>
  );
}

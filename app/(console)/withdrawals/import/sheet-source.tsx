'use client';

import { Download } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { downloadFile } from '@/app/(console)/withdrawals/import/download-file';
import { readTextFile } from '@/components/form/read-file';
import { SheetInput } from '@/components/form/sheet-input';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { readSheet, type Sheet } from '@/lib/text/sheet';
import { SHEET_FIELDS } from '@/lib/withdrawals/import/columns';
import type { SheetRow } from '@/lib/withdrawals/import/read-row';
import { separateComments, writeTemplate } from '@/lib/withdrawals/import/template';

interface SheetSourceProps {
  onRead: (read: { sheet: Sheet; rows: SheetRow[]; comments: number; name: string }) => void;
}

/** First step of an import: a file to choose or drop, or cells to paste. */
export function SheetSource({ onRead }: SheetSourceProps) {
  const [error, setError] = useState<string>();

  const take = (text: string, name: string) => {
    const sheet = readSheet(text);
    if (!sheet.ok) return setError(sheet.error);
    const { rows, comments } = separateComments(sheet.value);
    if (rows.length === 0)
      return setError(
        'The sheet has no withdrawals: every row begins with #. Add withdrawals below the names of the columns.',
      );
    return onRead({ sheet: sheet.value, rows, comments, name });
  };
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    const text = await readTextFile(file);
    if (text.ok) take(text.value, file.name.replace(/\.[^.]*$/, '').slice(0, 120));
    else setError(text.error);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="min-w-0 space-y-4" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {error !== undefined && (
          <Notice look="bad" title={error} isUrgent>
            <p>Nothing was created and nothing was sent. Correct the sheet, then choose or paste it again.</p>
          </Notice>
        )}
        <SheetInput
          fileHint="CSV, or text separated by tabs or semicolons. You can also drop a file here."
          pasteHint="Include the row that names the columns."
          onFile={(file) => void takeFile(file)}
          onPaste={(text) => take(text, nameOfToday())}
        />
      </div>
      <SheetFormat />
    </div>
  );
}

/** Panel that explains the columns of a sheet and offers a template. */
function SheetFormat() {
  const optional = SHEET_FIELDS.filter(({ id }) => !REQUIRED.has(id)).map(({ label }) => label);
  return (
    <Panel title="Sheet format">
      <div className="space-y-2 text-body">
        <p>
          The first row names the columns. Each row below is one withdrawal, up to 1,000. Rows that begin with # are
          ignored.
        </p>
        <p>
          Required: Profile, Asset, Network and Address (or Recipient, by name in the address book), and Amount or
          Total.
        </p>
        <p className="text-dim">Optional: {optional.join(', ')}, and “Metadata: ” with a key.</p>
        <Button onClick={() => downloadFile('withdrawals.csv', writeTemplate())}>
          <Download aria-hidden className="size-3.5" />
          Download a template
        </Button>
      </div>
    </Panel>
  );
}

const REQUIRED: ReadonlySet<string> = new Set([
  'profile',
  'asset',
  'network',
  'recipient',
  'address',
  'amount',
  'total',
]);

function nameOfToday(): string {
  const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return `Sheet of ${today}`;
}

'use client';

import { Download } from 'lucide-react';
import type { DragEvent } from 'react';
import { saveFile } from '@/components/data/save-file';
import { SheetInput } from '@/components/sheets/sheet-input';
import { SheetQuestions } from '@/components/sheets/sheet-questions';
import { useSheetFile } from '@/components/sheets/use-sheet-file';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { describeReading, readTable } from '@/lib/sheets/read-table';
import type { SheetAnswers, SheetFile } from '@/lib/sheets/sheet-file';
import { TABLE_TYPES } from '@/lib/sheets/write/table';
import { formatDate } from '@/lib/text/locale';
import type { Sheet } from '@/lib/text/sheet';
import { SHEET_FIELDS, WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';
import type { SheetRow } from '@/lib/requests/import/read-row';
import { separateComments, writeTemplate } from '@/lib/requests/import/template';

interface SheetSourceProps {
  onRead: (read: { sheet: Sheet; rows: SheetRow[]; comments: number; name: string; notes: string[] }) => void;
}

const load = async () => (file: SheetFile, answers: SheetAnswers) => readTable(file, answers, WITHDRAWAL_COLUMNS.names);

/** First step of an import: a file to choose or drop, or cells to paste. */
export function SheetSource({ onRead }: SheetSourceProps) {
  const { error, isReading, takeFile, takeText, asked } = useSheetFile<Sheet>({
    load,
    onRead: (sheet, { name, reading }) => {
      const { rows, comments } = separateComments(sheet);
      if (rows.length === 0)
        return 'The sheet has no withdrawals: every row begins with #. Add withdrawals below the names of the columns.';
      onRead({ sheet, rows, comments, name: nameOf(name), notes: describeReading(reading) });
      return undefined;
    },
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    takeFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="min-w-0 space-y-4" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {error !== undefined && (
          <Notice look="bad" title={error} isUrgent>
            <p>Nothing was created and nothing was sent. Correct the sheet, then choose or paste it again.</p>
          </Notice>
        )}
        {asked ? (
          <SheetQuestions {...asked} />
        ) : (
          <SheetInput
            fileHint="An Excel workbook (.xlsx), or CSV with commas, semicolons or tabs. You can also drop a file here."
            pasteHint="Include the row that names the columns."
            isReading={isReading}
            onFile={takeFile}
            onPaste={(text) => takeText(text, nameOfToday())}
          />
        )}
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
          One row names the columns. Each row below is one withdrawal, up to 1,000. Rows that begin with # are ignored.
        </p>
        <p>
          Required: Profile, Asset, Network and Address (or Recipient, by name in the address book), and Amount or
          Total.
        </p>
        <p className="text-dim">Optional: {optional.join(', ')}, and “Metadata: ” with a key.</p>
        <Button onClick={() => saveFile(new Blob([writeTemplate()], { type: TABLE_TYPES.csv }), 'withdrawals.csv')}>
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

/** Names a batch by its file. */
function nameOf(file: string): string {
  return file.replace(/\.[^.]*$/, '').slice(0, 120);
}

function nameOfToday(): string {
  const today = formatDate(new Date(), { day: 'numeric', month: 'long', year: 'numeric' });
  return `Sheet of ${today}`;
}

'use client';

import { SheetInput } from '@/components/sheets/sheet-input';
import { SheetQuestions } from '@/components/sheets/sheet-questions';
import { useSheetFile } from '@/components/sheets/use-sheet-file';
import { Columns } from '@/components/ui/columns';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { RECIPIENT_COLUMN_NAMES, RECIPIENT_COLUMNS } from '@/lib/recipients/sheet';
import type { Result } from '@/lib/result';
import { readTable } from '@/lib/sheets/read-table';
import type { SheetAnswers, SheetFile } from '@/lib/sheets/sheet-file';
import type { Sheet } from '@/lib/text/sheet';

interface SheetSourceProps {
  /** Takes a sheet; explains why it is none of recipients. */
  onSheet: (sheet: Sheet) => Result<unknown, string>;
}

const load = async () => (file: SheetFile, answers: SheetAnswers) => readTable(file, answers, RECIPIENT_COLUMN_NAMES);

/** First step of an import: a file to choose, or cells to paste. */
export function SheetSource({ onSheet }: SheetSourceProps) {
  const { error, isReading, takeFile, takeText, asked } = useSheetFile<Sheet>({
    load,
    onRead: (sheet) => {
      const taken = onSheet(sheet);
      return taken.ok ? undefined : taken.error;
    },
  });
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
      {asked ? (
        <SheetQuestions {...asked} />
      ) : (
        <SheetInput
          fileHint={`An Excel workbook (.xlsx), or CSV. One row names the columns: ${columns}.`}
          pasteHint="Include the row that names the columns. Memo, note and profiles are optional."
          isReading={isReading}
          onFile={takeFile}
          onPaste={(text) => takeText(text, 'Pasted cells')}
        />
      )}
    </Columns>
  );
}

'use client';

import { SHEET_FILES, SheetInput } from '@/components/sheets/sheet-input';
import { SheetQuestions } from '@/components/sheets/sheet-questions';
import { useSheetFile } from '@/components/sheets/use-sheet-file';
import { Columns } from '@/components/ui/columns';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { readRecipientFile } from '@/lib/recipients/read-sheet';
import type { Sheet } from '@/lib/text/sheet';

const FILES = `${SHEET_FILES},.json,application/json`;
const load = async () => readRecipientFile;

/** First step of an import: a file to choose, or cells to paste. */
export function SheetSource({ onRead }: { onRead: (sheet: Sheet) => void }) {
  const { error, isReading, takeFile, takeText, asked } = useSheetFile<Sheet>({
    load,
    onRead: (sheet) => {
      onRead(sheet);
      return undefined;
    },
  });
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
          files={FILES}
          fileHint={
            'An Excel workbook (.xlsx), CSV, or the address book that a wallet or custody console exports: ' +
            'a name, a network or chain ID, and an address in each row.'
          }
          pasteHint="Include the row that names the columns."
          isReading={isReading}
          onFile={takeFile}
          onPaste={(text) => takeText(text, 'Pasted cells')}
        />
      )}
    </Columns>
  );
}

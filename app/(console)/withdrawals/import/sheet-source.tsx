'use client';

import { Download } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { saveFile } from '@/app/(console)/withdrawals/import/download-file';
import { readTextFile } from '@/components/form/read-file';
import { SheetInput } from '@/components/form/sheet-input';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { readSheet } from '@/lib/text/sheet';
import { SHEET_FIELDS } from '@/lib/withdrawals/import/columns';
import type { SheetRow } from '@/lib/withdrawals/import/read-row';
import { withoutRemarks, writeTemplate } from '@/lib/withdrawals/import/template';

interface SheetSourceProps {
  onRead: (read: { columns: string[]; rows: SheetRow[]; remarks: number; name: string }) => void;
}

/** Where a sheet comes from: a file, or what is pasted. */
export function SheetSource({ onRead }: SheetSourceProps) {
  const [fault, setFault] = useState<string>();

  const take = (text: string, name: string) => {
    const sheet = readSheet(text);
    if (!sheet.ok) return setFault(sheet.error);
    const { rows, remarks } = withoutRemarks(sheet.value);
    if (rows.length === 0)
      return setFault(
        'Every row begins with #, so there is no withdrawal in it. Write them below the names of the columns.',
      );
    return onRead({ columns: sheet.value.columns, rows, remarks, name });
  };
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    const text = await readTextFile(file);
    if (text.ok) take(text.value, file.name.replace(/\.[^.]*$/, '').slice(0, 120));
    else setFault(text.error);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid max-w-[60rem] gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0 space-y-4" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {fault !== undefined && (
          <Notice look="bad" title={fault} isUrgent>
            <p>Nothing was created and nothing was sent. Correct the sheet, then choose or paste it again.</p>
          </Notice>
        )}
        <SheetInput
          fileHint="CSV, or text with tabs or semicolons. It can be dropped here as well."
          pasteHint="With the row that names the columns."
          onFile={(file) => void takeFile(file)}
          onPaste={(text) =>
            take(
              text,
              `Sheet of ${new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })}`,
            )
          }
        />
      </div>
      <Panel title="What the sheet holds">
        <div className="space-y-2 text-sm">
          <p>
            The first row names the columns; each row below is one withdrawal, up to 1,000. Rows that begin with # are
            left out.
          </p>
          <p>
            Needed: Profile, Asset, Network and Address (or Recipient, by the name in the book), and Amount or Total.
          </p>
          <p className="text-dim">
            Also known:{' '}
            {SHEET_FIELDS.filter(({ id: field }) => !NEEDED.has(field))
              .map(({ label }) => label)
              .join(', ')}
            , and “Metadata: ” with a key.
          </p>
          <Button onClick={() => saveFile('withdrawals.csv', writeTemplate())}>
            <Download aria-hidden className="size-3.5" />
            Download a template
          </Button>
        </div>
      </Panel>
    </div>
  );
}

const NEEDED: ReadonlySet<string> = new Set(['profile', 'asset', 'network', 'recipient', 'address', 'amount', 'total']);

'use client';

import { type ReactNode, useState } from 'react';
import { DownloadLink } from '@/components/data/download-link';
import { saveFile } from '@/components/data/save-file';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PopoverButton } from '@/components/ui/popover-button';
import { makeTableFile } from '@/lib/sheets/write/make-file';
import { EXACT_AMOUNTS, HOW_TO_OPEN_CSV, type Table, TABLE_FORMATS, type TableFormat } from '@/lib/sheets/write/table';

const FORMAT_NAMES: Record<TableFormat, string> = { csv: 'CSV', xlsx: 'Excel' };

interface ExportMenuProps {
  label: string;
  /** The verb of the choices: "Export CSV". */
  verb?: 'Export' | 'Download';
  size?: 'small' | 'normal';
  /** False for a table without amounts. */
  hasAmounts?: boolean;
}

/** A button with the formats of a file that the server makes. */
export function ExportMenu({ addressOf, ...menu }: ExportMenuProps & { addressOf: Record<TableFormat, string> }) {
  return (
    <FormatMenu {...menu}>
      {(name, format) => <DownloadLink key={format} href={addressOf[format]} label={name} />}
    </FormatMenu>
  );
}

interface TableMenuProps extends ExportMenuProps {
  /** The name of the file, without its extension. */
  fileName: string;
  makeTable: () => Table;
}

/** A button with the formats of a file that the browser makes of a table. */
export function TableMenu({ fileName, makeTable, ...menu }: TableMenuProps) {
  const [isFailed, setIsFailed] = useState(false);
  const save = async (format: TableFormat) => {
    setIsFailed(false);
    try {
      saveFile(await makeTableFile(makeTable(), format), `${fileName}.${format}`);
    } catch {
      // What writes workbooks is loaded with the first one.
      setIsFailed(true);
    }
  };
  return (
    <FormatMenu
      {...menu}
      notice={
        isFailed && (
          <Notice look="bad" title="No file was saved" isUrgent>
            <p>The browser could not make the workbook. Reload the page and try again, or choose CSV.</p>
          </Notice>
        )
      }
    >
      {(name, format) => (
        <Button key={format} onClick={() => void save(format)}>
          {name}
        </Button>
      )}
    </FormatMenu>
  );
}

interface FormatMenuProps extends ExportMenuProps {
  notice?: ReactNode;
  children: (name: string, format: TableFormat) => ReactNode;
}

function FormatMenu({ label, verb = 'Export', size, hasAmounts = true, notice, children }: FormatMenuProps) {
  return (
    <PopoverButton label={label} {...(size && { size })}>
      <div className="flex flex-wrap items-center gap-2">
        {TABLE_FORMATS.map((format) => children(`${verb} ${FORMAT_NAMES[format]}`, format))}
      </div>
      {notice && <div className="mt-2">{notice}</div>}
      {hasAmounts && <p className="mt-2 text-label text-dim">{EXACT_AMOUNTS}</p>}
      <p className="mt-2 text-label text-dim">{HOW_TO_OPEN_CSV}</p>
    </PopoverButton>
  );
}

'use client';

import { useEffect, useRef, useState } from 'react';
import { listActiveFilters, describeOrder } from '@/app/(console)/transfers/_filters/filter-labels';
import {
  type ColumnSet,
  type ExportChoice,
  ExportChoices,
  FIRST_CHOICE,
  optionsOf,
} from '@/app/(console)/transfers/_export/export-choices';
import { readExport } from '@/app/(console)/transfers/_export/save-export';
import { saveFile } from '@/components/data/save-file';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { useProfileNames } from '@/components/profiles/profile-names';
import { readableText } from '@/components/values/untrusted-text';
import { explainError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { DialogFrame } from '@/components/ui/dialog-frame';
import type { ProfileNames } from '@/lib/profiles/find-name';
import type { Explanation } from '@/lib/http/problems';
import { formatCount } from '@/lib/text/locale';
import { columnTitle, EXPORT_COLUMNS, TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';
import type { ExportOptions } from '@/lib/transfers/export/format';
import { presetOf, type PresetId } from '@/lib/transfers/export/presets';
import { routes } from '@/lib/http/routes';
import { type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

interface ExportDialogProps {
  query: TransferQuery;
  columns: readonly TransferColumnId[];
  /** The number of transfers to export, where known. */
  count: number | undefined;
  onClose: () => void;
}

type Stage =
  | { kind: 'ready' | 'cut-off' }
  | { kind: 'running'; lines: number; total: number | undefined }
  | { kind: 'done'; name: string; lines: number; options: ExportOptions }
  | { kind: 'failed'; explanation: Explanation };

/** The export of exactly the rows of the list: what will be exported, the progress, and the result. */
export default function ExportDialog({ query, columns, count, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState<ExportChoice>(FIRST_CHOICE);
  const names = useProfileNames();
  const wanted = columnsOf(choice.columnSet, columns);
  const options = optionsOf(choice);
  const { stage, start, cancel, reset } = useExport({ query, columns: wanted, count, options });
  const choose = (next: ExportChoice) => {
    setChoice(next);
    reset();
  };
  const isRunning = stage.kind === 'running';
  return (
    <DialogFrame
      title="Export transfers"
      onCancel={(event) => {
        event.preventDefault();
        if (isRunning) cancel();
        else onClose();
      }}
      onClose={onClose}
      className="sm:w-[min(28rem,calc(100vw-2rem))]"
      notice={
        <div role="status">
          <ExportStatus stage={stage} />
        </div>
      }
      buttons={
        isRunning ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" onClick={() => void start()}>
              {stage.kind === 'ready' ? 'Export' : 'Export again'}
            </Button>
          </>
        )
      }
    >
      <p>{describeExport({ query, columns: wanted, count, options, names })}</p>
      <ExportChoices query={query} choice={choice} isDisabled={isRunning} onChoose={choose} />
      <p className="text-dim">
        For the movements of one balance in a month, with sums, see{' '}
        <Link href={routes.statements} className="underline">
          Monthly statements
        </Link>
        .
      </p>
    </DialogFrame>
  );
}

/** Runs the export and saves the file, if it is complete. Closing the dialog cancels the export. */
function useExport({
  query,
  columns,
  count,
  options,
}: Omit<ExportDialogProps, 'onClose'> & { options: ExportOptions }) {
  const running = useRef<AbortController>(undefined);
  const [stage, setStage] = useState<Stage>({ kind: 'ready' });
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setStage({ kind: 'running', lines: 0, total: options.format === 'xlsx' ? undefined : count });
    try {
      const onProgress = (lines: number, total: number | undefined) => setStage({ kind: 'running', lines, total });
      const { file, isWhole, lines } = await readExport({
        parameters: writeTransferQuery(query).toString(),
        columns,
        options,
        signal,
        onProgress,
      });
      const name = `${options.preset ?? 'transfers'}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${options.format}`;
      if (isWhole) saveFile(file, name);
      setStage(isWhole ? { kind: 'done', name, lines, options } : { kind: 'cut-off' });
    } catch (error) {
      setStage(signal.aborted ? { kind: 'ready' } : { kind: 'failed', explanation: explainError(error as Error) });
    }
  };
  return { stage, start, cancel: () => running.current?.abort(), reset: () => setStage({ kind: 'ready' }) };
}

function ExportStatus({ stage }: { stage: Stage }) {
  switch (stage.kind) {
    case 'ready':
      return null;
    case 'running':
      return (
        <>
          <progress
            aria-label="Export"
            value={stage.total ? Math.min(stage.lines, stage.total) : undefined}
            max={stage.total || undefined}
            className="w-full accent-accent"
          />
          <p className="text-dim">{describeProgress(stage)}</p>
        </>
      );
    case 'done':
      return (
        <Notice look="good" title="Export complete">
          <p>
            {stage.name} is in your downloads.
            {stage.options.hasTrailer &&
              ` The ${stage.options.format === 'xlsx' ? 'sheet “About” gives' : 'last lines of the file give'} the number of rows, their totals and the state of the transfer sync.`}
          </p>
          <MaxLines lines={stage.lines} preset={stage.options.preset} />
        </Notice>
      );
    case 'cut-off':
      return (
        <Notice look="bad" title="The export was interrupted">
          <p>The connection ended before all rows had arrived, so no file was saved. Export again.</p>
        </Notice>
      );
    case 'failed':
      return <ExplanationNotice explanation={stage.explanation} />;
  }
}

function describeProgress({ lines, total }: { lines: number; total: number | undefined }): string {
  // The rows of a workbook are not counted: it is compressed.
  if (lines === 0 && total === undefined) return 'Making the file…';
  return `${formatCount(lines)}${total === undefined ? '' : ` of ${formatCount(total)}`} rows`;
}

/** Says how to split a file that is longer than its system imports at once. */
function MaxLines({ lines, preset }: { lines: number; preset: PresetId | undefined }) {
  const system = preset && presetOf(preset).system;
  // The first line has the headings.
  if (!system?.maxLines || lines - 1 <= system.maxLines) return null;
  return (
    <p className="mt-1">
      The file has {formatCount(lines - 1)} lines, and {system.name} imports at most {formatCount(system.maxLines)} at
      once. Filter by Created and export shorter periods.
    </p>
  );
}

function columnsOf(set: ColumnSet, ofList: readonly TransferColumnId[]): readonly TransferColumnId[] {
  if (set === 'list') return ofList;
  return (set === 'standard' ? EXPORT_COLUMNS : TRANSFER_COLUMNS).map(({ id }) => id);
}

function describeExport({
  query,
  columns,
  count,
  options: { preset },
  names,
}: Omit<ExportDialogProps, 'onClose'> & { options: ExportOptions; names: ProfileNames }): string {
  const filters = listActiveFilters(query, { zone: undefined, names }).map(({ label }) => label);
  const counted = count === 1 ? 'one transfer' : `${count === undefined ? 'the' : formatCount(count)} transfers`;
  const rows = count === undefined ? 'the transfers of this list' : counted;
  const search = query.q === '' ? '' : ` Search: “${readableText(query.q, 80)}”.`;
  const narrowed = filters.length === 0 ? '' : ` Filters: ${readableText(filters.join('; '), 400)}.`;
  const titles = columns.map(columnTitle);
  const order = describeOrder(query.sort, query.isAscending);
  if (preset) return `Exports the completed transfers of this list for ${presetOf(preset).title}.${search}${narrowed}`;
  return `Exports ${rows}.${search}${narrowed} Sorted by ${order}. Columns: ${titles.join(', ')}.`;
}

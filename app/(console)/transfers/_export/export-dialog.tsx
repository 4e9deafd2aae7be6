'use client';

import { useEffect, useRef, useState } from 'react';
import { listActiveFilters, describeOrder } from '@/app/(console)/transfers/_filters/filter-labels';
import { download, readExport } from '@/app/(console)/transfers/_export/save-export';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { readableText } from '@/components/values/untrusted-text';
import { explainError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useModal } from '@/components/ui/use-modal';
import type { Explanation } from '@/lib/http/problems';
import { columnTitle, EXPORT_COLUMNS, TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';
import type { ExportFormat, ExportOptions } from '@/lib/transfers/export-format';
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
  | { kind: 'done'; name: string; hasTrailer: boolean }
  | { kind: 'failed'; explanation: Explanation };

type ColumnSet = 'standard' | 'list' | 'all';

/** What the dialog lets choose. */
interface Choice extends ExportOptions {
  columnSet: ColumnSet;
}

const COLUMN_SETS: readonly [set: ColumnSet, title: string, purpose: string][] = [
  ['standard', 'Standard', 'asset, signed amount, fee, both references, balance change and more'],
  ['list', 'As in the list', 'the columns that you chose, in their order'],
  ['all', 'Every field', 'with the whole record as JSON'],
];

const FORMATS: readonly [format: ExportFormat, title: string, purpose: string][] = [
  ['csv', 'CSV', 'for spreadsheets; formulas are disabled'],
  ['jsonl', 'JSON Lines', 'for programs; one object per line'],
];

/** The export of exactly the rows of the list: what will be exported, the progress, and the result. */
export default function ExportDialog({ query, columns, count, onClose }: ExportDialogProps) {
  const dialog = useModal();
  const [choice, setChoice] = useState<Choice>({ format: 'csv', columnSet: 'standard', hasTrailer: true });
  const wanted = columnsOf(choice.columnSet, columns);
  const { stage, start, cancel } = useExport({ query, columns: wanted, count, options: choice });
  const isRunning = stage.kind === 'running';
  return (
    <dialog
      ref={dialog}
      aria-labelledby="export-title"
      onCancel={(event) => {
        event.preventDefault();
        if (isRunning) cancel();
        else onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] overflow-y-auto rounded-panel border border-line bg-panel p-5 text-sm text-ink shadow-xl backdrop:bg-black/45"
    >
      <h2 id="export-title" className="text-base font-semibold">
        Export transfers
      </h2>
      <p className="mt-2 [overflow-wrap:anywhere]">{describeExport(query, wanted, count)}</p>
      <fieldset disabled={isRunning}>
        <legend className="sr-only">File</legend>
        <Radios
          legend="Format"
          name="format"
          options={FORMATS}
          chosen={choice.format}
          onChoose={(format) => setChoice({ ...choice, format })}
        />
        <Radios
          legend="Columns"
          name="columns"
          options={COLUMN_SETS}
          chosen={choice.columnSet}
          onChoose={(columnSet) => setChoice({ ...choice, columnSet })}
        />
        <label className="mt-3 flex min-h-8 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            checked={choice.hasTrailer}
            onChange={({ target }) => setChoice({ ...choice, hasTrailer: target.checked })}
            className="size-4 shrink-0 accent-accent"
          />
          Add totals and filter below the rows
        </label>
      </fieldset>
      <div role="status" className="mt-3">
        <ExportStatus stage={stage} />
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {isRunning ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" onClick={() => void start()}>
              {stage.kind === 'ready' ? 'Export' : 'Export again'}
            </Button>
          </>
        )}
      </div>
    </dialog>
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
    setStage({ kind: 'running', lines: 0, total: count });
    try {
      const onProgress = (lines: number, total: number | undefined) => setStage({ kind: 'running', lines, total });
      const { file, isWhole } = await readExport({
        parameters: writeTransferQuery(query).toString(),
        columns,
        options,
        signal,
        onProgress,
      });
      const name = `transfers-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${options.format}`;
      if (isWhole) download(file, name);
      setStage(isWhole ? { kind: 'done', name, hasTrailer: options.hasTrailer } : { kind: 'cut-off' });
    } catch (error) {
      setStage(signal.aborted ? { kind: 'ready' } : { kind: 'failed', explanation: explainError(error as Error) });
    }
  };
  return { stage, start, cancel: () => running.current?.abort() };
}

interface RadiosProps<Value extends string> {
  legend: string;
  name: string;
  options: readonly (readonly [value: Value, title: string, purpose: string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

function Radios<Value extends string>({ legend, name, options, chosen, onChoose }: RadiosProps<Value>) {
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-xs text-dim">{legend}</legend>
      {options.map(([value, title, purpose]) => (
        <label key={value} className="flex min-h-8 cursor-pointer items-center gap-2.5">
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className="size-4 shrink-0 accent-accent"
          />
          <span>
            {title} <span className="text-dim">{purpose}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
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
          <p className="text-dim">
            {stage.lines.toLocaleString('en-GB')}
            {stage.total !== undefined && ` of ${stage.total.toLocaleString('en-GB')}`} rows
          </p>
        </>
      );
    case 'done':
      return (
        <Notice look="good" title="Export complete">
          <p>
            {stage.name} is in your downloads.
            {stage.hasTrailer &&
              ' The last lines of the file give the number of rows, their totals and the state of the transfer sync.'}
          </p>
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

function columnsOf(set: ColumnSet, ofList: readonly TransferColumnId[]): readonly TransferColumnId[] {
  if (set === 'list') return ofList;
  return (set === 'standard' ? EXPORT_COLUMNS : TRANSFER_COLUMNS).map(({ id }) => id);
}

function describeExport(query: TransferQuery, columns: readonly TransferColumnId[], count: number | undefined): string {
  const filters = listActiveFilters(query, undefined).map(({ label }) => label);
  const counted = count === 1 ? 'one transfer' : `${count?.toLocaleString('en-GB')} transfers`;
  const rows = count === undefined ? 'the transfers of this list' : counted;
  const search = query.q === '' ? '' : ` Search: “${readableText(query.q, 80)}”.`;
  const narrowed = filters.length === 0 ? '' : ` Filters: ${readableText(filters.join('; '), 400)}.`;
  const titles = columns.map(columnTitle);
  const order = describeOrder(query.sort, query.isAscending);
  return `Exports ${rows}.${search}${narrowed} Sorted by ${order}. Columns: ${titles.join(', ')}.`;
}

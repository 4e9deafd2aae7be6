'use client';

import { useEffect, useRef, useState } from 'react';
import { activeFilters, FILTER_NAMES } from '@/app/(console)/transfers/_filters/filter-labels';
import { download, readExport } from '@/app/(console)/transfers/_export/save-export';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { readableText } from '@/components/values/untrusted-text';
import { explainError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useModal } from '@/components/ui/use-modal';
import type { ExportFormat } from '@/lib/transfers/export-format';
import type { Explanation } from '@/lib/http/problems';
import { TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';
import { type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

interface ExportDialogProps {
  query: TransferQuery;
  columns: readonly TransferColumnId[];
  /** How many transfers there are to export, where that is known. */
  count: number | undefined;
  onClose: () => void;
}

type Stage =
  | { is: 'asking' | 'cut' }
  | { is: 'running'; lines: number; most: number | undefined }
  | { is: 'done'; name: string }
  | { is: 'failed'; why: Explanation };

const FORMATS: readonly [format: ExportFormat, title: string, about: string][] = [
  ['csv', 'CSV', 'for spreadsheets; formulas in it do nothing'],
  ['jsonl', 'JSON Lines', 'for programs; one object a line'],
];

/** Exports exactly the rows and columns of the list: says what that is, how far it has come, and whether it came whole. */
export default function ExportDialog({ query, columns, count, onClose }: ExportDialogProps) {
  const dialog = useModal();
  const running = useRef<AbortController>(undefined);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [stage, setStage] = useState<Stage>({ is: 'asking' });
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setStage({ is: 'running', lines: 0, most: count });
    try {
      const onProgress = (lines: number, most: number | undefined) => setStage({ is: 'running', lines, most });
      const { file, isWhole } = await readExport({
        parameters: writeTransferQuery(query).toString(),
        columns,
        format,
        signal,
        onProgress,
      });
      const name = `transfers-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${format}`;
      if (isWhole) download(file, name);
      setStage(isWhole ? { is: 'done', name } : { is: 'cut' });
    } catch (error) {
      setStage(signal.aborted ? { is: 'asking' } : { is: 'failed', why: explainError(error as Error) });
    }
  };

  const isRunning = stage.is === 'running';
  return (
    <dialog
      ref={dialog}
      aria-labelledby="export-title"
      onCancel={(event) => {
        event.preventDefault();
        if (isRunning) running.current?.abort();
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
      <p className="mt-2 [overflow-wrap:anywhere]">{whatIsExported(query, columns, count)}</p>
      <fieldset disabled={isRunning} className="mt-3">
        <legend className="mb-1 text-xs text-dim">Format</legend>
        {FORMATS.map(([value, title, about]) => (
          <label key={value} className="flex min-h-8 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name="format"
              value={value}
              checked={format === value}
              onChange={() => setFormat(value)}
              className="size-4 accent-accent"
            />
            <span>
              {title} <span className="text-dim">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div role="status" className="mt-3">
        <StageWords stage={stage} />
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {isRunning ? (
          <Button onClick={() => running.current?.abort()}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" onClick={() => void start()}>
              {stage.is === 'asking' ? 'Export' : 'Export again'}
            </Button>
          </>
        )}
      </div>
    </dialog>
  );
}

function StageWords({ stage }: { stage: Stage }) {
  switch (stage.is) {
    case 'asking':
      return null;
    case 'running':
      return (
        <>
          <progress
            aria-label="Export"
            value={stage.most ? Math.min(stage.lines, stage.most) : undefined}
            max={stage.most || undefined}
            className="w-full accent-accent"
          />
          <p className="text-dim">
            {stage.lines.toLocaleString('en-GB')}
            {stage.most !== undefined && ` of ${stage.most.toLocaleString('en-GB')}`} rows
          </p>
        </>
      );
    case 'done':
      return (
        <Notice look="good" title="Exported whole">
          <p>
            {stage.name} is among your downloads. Its last lines say how many rows it has, their sums, and what they
            rest on.
          </p>
        </Notice>
      );
    case 'cut':
      return (
        <Notice look="bad" title="The export was cut off, so no file was kept">
          <p>Part of the rows came and then the connection ended. Nothing was changed. Export again.</p>
        </Notice>
      );
    case 'failed':
      return <ExplanationNotice explanation={stage.why} />;
  }
}

function whatIsExported(query: TransferQuery, columns: readonly TransferColumnId[], count: number | undefined): string {
  const filters = activeFilters(query, undefined).map(({ words }) => words);
  const rows =
    count === undefined ? 'The transfers' : count === 1 ? 'One transfer' : `${count.toLocaleString('en-GB')} transfers`;
  const search = query.q === '' ? '' : ` found for “${readableText(query.q, 80)}”`;
  const narrowed = filters.length === 0 ? '' : ` with ${readableText(filters.join('; '), 400)}`;
  const titles = columns.map((id) => TRANSFER_COLUMNS.find((column) => column.id === id)?.title ?? id);
  const order = `sorted by ${FILTER_NAMES[query.sort].toLowerCase()}, ${query.isAscending ? 'ascending' : 'descending'}`;
  return `${rows}${search}${narrowed}, ${order}. Columns: ${titles.join(', ')}.`;
}

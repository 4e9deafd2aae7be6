'use client';

import { useMemo, useState } from 'react';
import { checkEntries } from '@/app/(console)/recipients/check-entries';
import { checkRows, type ImportRow, withChecks } from '@/app/(console)/recipients/import/import-row';
import { explainError } from '@/components/data/fetch-json';
import type { Explanation } from '@/lib/http/problems';
import type { Network } from '@/lib/networks/network-definition';
import type { EntryCheck, RecipientEntry } from '@/lib/recipients/recipients';
import {
  findMissingColumns,
  RECIPIENT_COLUMNS,
  type RecipientColumn,
  type RecipientField,
} from '@/lib/recipients/read-sheet';
import type { RecipientCellId } from '@/lib/recipients/sheet';
import type { Sheet } from '@/lib/text/sheet';

const NOTHING_FOUND: EntryCheck = { saved: null, similarAddresses: [] };
const NO_CHECKS: ReadonlyMap<string, EntryCheck> = new Map();

export type ImportReview = ReturnType<typeof useImportReview>;

/** State of an import from the sheet to the proposal: its rows, the results of the checks, the confirmed addresses. */
export function useImportReview(networks: readonly Network[]) {
  const [rows, setRows] = useState<ImportRow[]>();
  const [columns, setColumns] = useState<readonly RecipientColumn[]>([]);
  const [checks, setChecks] = useState(NO_CHECKS);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [isProposing, setIsProposing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const checked = useMemo(
    () => withChecks(checkRows(rows ?? [], { columns, networks }), checks),
    [rows, columns, networks, checks],
  );

  const read = (sheet: Sheet) => {
    setColumns(RECIPIENT_COLUMNS.mapColumns(sheet.columns));
    setRows(sheet.rows.map((cells) => ({ id: crypto.randomUUID(), cells, edits: {} })));
  };
  const forget = (ids: readonly string[]) => {
    // The check and the confirmed address were for the rows as they were.
    const isOther = ([id]: [string, unknown]) => !ids.includes(id);
    setChecks((known) => new Map([...known].filter(isOther)));
    setChosen((known) => Object.fromEntries(Object.entries(known).filter(isOther)));
  };
  const edit = (ids: readonly string[], cell: RecipientCellId, text: string) => {
    forget(ids);
    setRows((known) =>
      known?.map((row) => (ids.includes(row.id) ? { ...row, edits: { ...row.edits, [cell]: text } } : row)),
    );
  };
  const assign = (index: number, field: RecipientField | undefined) => {
    forget(rows?.map(({ id }) => id) ?? []);
    setColumns((known) => RECIPIENT_COLUMNS.assignColumn(known, index, field));
  };
  const check = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const ready = checked.flatMap(({ id, entry }) => (entry ? [{ id, entry }] : []));
      const found = await checkEntries(ready.map(({ entry }) => entry));
      const results = ready.map((row, index) => ({ ...row, result: found[index] ?? NOTHING_FOUND }));
      setChecks(new Map(results.map(({ id, result }) => [id, result])));
      setIsProposing(results.every(({ id, entry, result }) => isAccepted(result, entry, chosen[id])));
    } catch (error) {
      setFailure(explainError(error as Error));
    }
    setIsBusy(false);
  };
  return {
    rows,
    columns,
    missing: useMemo(
      () =>
        findMissingColumns(
          columns,
          checked.map(({ form }) => form),
        ),
      [columns, checked],
    ),
    checked,
    checks,
    chosen,
    isProposing,
    isBusy,
    failure,
    read,
    assign,
    edit,
    check,
    remove: (ids: readonly string[]) => setRows((known) => known?.filter(({ id }) => !ids.includes(id))),
    choose: (id: string, address: string) => setChosen((known) => ({ ...known, [id]: address })),
    closeProposal: () => setIsProposing(false),
    discard: () => setRows(undefined),
  };
}

function isAccepted({ saved, similarAddresses }: EntryCheck, { address }: RecipientEntry, chosen?: string): boolean {
  return saved === null && (similarAddresses.length === 0 || chosen === address);
}

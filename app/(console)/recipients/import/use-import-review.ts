'use client';

import { useMemo, useState } from 'react';
import { checkEntries } from '@/app/(console)/recipients/check-entries';
import { checkRows, type ImportRow, withChecks } from '@/app/(console)/recipients/import/import-row';
import { explainError } from '@/components/data/fetch-json';
import type { Explanation } from '@/lib/http/problems';
import type { Network } from '@/lib/networks/network-definition';
import type { RecipientForm } from '@/lib/recipients/form';
import type { EntryCheck, RecipientEntry } from '@/lib/recipients/recipients';
import { readRecipientSheet } from '@/lib/recipients/sheet';
import { ok, type Result } from '@/lib/result';
import type { Sheet } from '@/lib/text/sheet';

const NOTHING_FOUND: EntryCheck = { saved: null, similarAddresses: [] };
const NO_CHECKS: ReadonlyMap<string, EntryCheck> = new Map();

export type ImportReview = ReturnType<typeof useImportReview>;

/** State of an import from the sheet to the proposal: its rows, the results of the checks, the confirmed addresses. */
export function useImportReview(networks: readonly Network[]) {
  const [rows, setRows] = useState<ImportRow[]>();
  const [ignored, setIgnored] = useState<string[]>([]);
  const [checks, setChecks] = useState(NO_CHECKS);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [isProposing, setIsProposing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const checked = useMemo(() => withChecks(checkRows(rows ?? [], networks), checks), [rows, networks, checks]);

  const read = (sheet: Sheet): Result<null, string> => {
    const found = readRecipientSheet(sheet, networks);
    if (!found.ok) return found;
    setIgnored(found.value.ignored);
    setRows(found.value.forms.map((form) => ({ id: crypto.randomUUID(), form })));
    return ok(null);
  };
  const edit = (id: string, form: RecipientForm) => {
    // The check and the confirmed address were for the row as it was.
    setChecks((known) => new Map([...known].filter(([other]) => other !== id)));
    setChosen(({ [id]: _old, ...others }) => others);
    setRows((known) => known?.map((row) => (row.id === id ? { ...row, form } : row)));
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
    ignored,
    checked,
    checks,
    chosen,
    isProposing,
    isBusy,
    failure,
    read,
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

'use client';

import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { checkEntries } from '@/app/(console)/recipients/check-entries';
import { checkRows, type ImportRow, isSound, withChecks } from '@/app/(console)/recipients/import/import-row';
import { ImportTable } from '@/app/(console)/recipients/import/import-table';
import { ProposeSheet } from '@/app/(console)/recipients/import/propose-import';
import { SheetField } from '@/app/(console)/recipients/import/sheet-source';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { Network } from '@/lib/networks/networks';
import type { Explanation } from '@/lib/http/problems';
import type { RecipientForm } from '@/lib/recipients/form';
import { readRecipientSheet } from '@/lib/recipients/sheet';
import type { EntryCheck } from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { routes } from '@/lib/http/routes';
import { readSheet } from '@/lib/text/sheet';

const NO_CHECKS: ReadonlyMap<string, EntryCheck> = new Map();

/** Adds what a sheet holds to the book: every cell is checked and mended in place, then all of it is asked for at once. */
export function ImportEditor({ networks }: { networks: readonly Network[] }) {
  const router = useRouter();
  // The same sheet asks once, however often it is sent.
  const [subject] = useState(() => crypto.randomUUID());
  const [rows, setRows] = useState<ImportRow[]>();
  const [leftOut, setLeftOut] = useState<string[]>([]);
  const [checks, setChecks] = useState(NO_CHECKS);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const checked = useMemo(() => withChecks(checkRows(rows ?? [], networks), checks), [rows, networks, checks]);
  const unsound = checked.filter((row) => !isSound(row));

  const read = (text: string): Result<null, string> => {
    const sheet = readSheet(text);
    const found = sheet.ok ? readRecipientSheet(sheet.value, networks) : sheet;
    if (!found.ok) return found;
    setLeftOut(found.value.leftOut);
    setRows(found.value.forms.map((form) => ({ id: crypto.randomUUID(), form })));
    return ok(null);
  };
  const forget = (id: string) => setChecks((known) => new Map([...known].filter(([other]) => other !== id)));
  const edit = (id: string, change: Partial<RecipientForm>) => {
    forget(id);
    setChosen(({ [id]: _old, ...others }) => others);
    setRows((known) => known?.map((row) => (row.id === id ? { ...row, form: { ...row.form, ...change } } : row)));
  };
  const remove = (ids: readonly string[]) => setRows((known) => known?.filter(({ id }) => !ids.includes(id)));
  const review = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const sound = checked.flatMap(({ id, entry }) => (entry ? [{ id, entry }] : []));
      const answers = await checkEntries(sound.map(({ entry }) => entry));
      setChecks(new Map(sound.map(({ id }, index) => [id, answers[index] ?? { saved: null, lookAlikes: [] }])));
      setIsAsking(
        answers.every(
          ({ saved, lookAlikes }, index) =>
            saved === null &&
            (lookAlikes.length === 0 || chosen[sound[index]?.id ?? ''] === sound[index]?.entry.address),
        ),
      );
    } catch (error) {
      setFailure(explainError(error as Error));
    }
    setIsBusy(false);
  };

  if (!rows) return <SheetField onText={read} />;
  const alike = checked.filter(({ id, entry }) => entry && (checks.get(id)?.lookAlikes.length ?? 0) > 0);
  const unchosen = alike.filter(({ id, entry }) => chosen[id] !== entry?.address);
  const saved = checked.filter(({ id }) => checks.get(id)?.saved);
  return (
    <div className="space-y-4">
      <p role="status" className="text-sm">
        {describe(rows.length, 'row')}.{' '}
        {unsound.length === 0 ? 'Every cell can be read.' : `${describe(unsound.length, 'row')} to be mended.`}
        {leftOut.length > 0 && ` Columns left out: ${leftOut.map((name) => `“${name}”`).join(', ')}.`}
      </p>
      {saved.length > 0 && (
        <Notice look="warn" title={`${describe(saved.length, 'row')} of recipients that are in the book already`}>
          <Button onClick={() => remove(saved.map(({ id }) => id))}>Leave them out</Button>
        </Notice>
      )}
      <ImportTable
        rows={checked}
        checks={checks}
        networks={networks}
        chosen={chosen}
        onChoose={(id, address) => setChosen({ ...chosen, [id]: address })}
        onEdit={edit}
        onRemove={(id) => remove([id])}
      />
      {unchosen.length > 0 && (
        <Notice
          look="warn"
          title={`Say of ${describe(unchosen.length, 'row')} which address is meant, then review again.`}
        />
      )}
      {failure && <ExplanationNotice explanation={failure} isUrgent />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          aria-busy={isBusy}
          disabled={isBusy || unsound.length > 0 || rows.length === 0}
          onClick={() => void review()}
        >
          Review
        </Button>
        <Button look="quiet" onClick={() => setRows(undefined)}>
          Discard
        </Button>
        {unsound.length > 0 && (
          <span className="text-xs text-dim">All rows are added, or none: mend or remove what is marked first.</span>
        )}
      </div>
      {isAsking && (
        <ProposeSheet
          subject={subject}
          rows={checked}
          chosen={chosen}
          onProposed={() =>
            router.push(checked.length === 1 ? routes.recipient(checked[0]?.id ?? '') : routes.recipient(subject))
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function describe(count: number, what: string): string {
  return `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`;
}

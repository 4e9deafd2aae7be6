'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DiscardButton } from '@/app/(console)/_proposals/discard-button';
import { type CheckedRow, isReady } from '@/app/(console)/recipients/import/import-row';
import { ImportTable } from '@/app/(console)/recipients/import/import-table';
import { ProposeImport } from '@/app/(console)/recipients/import/propose-import';
import { SheetSource } from '@/app/(console)/recipients/import/sheet-source';
import { type ImportReview, useImportReview } from '@/app/(console)/recipients/import/use-import-review';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { Network } from '@/lib/networks/network-definition';
import { routes } from '@/lib/http/routes';

/** Import of recipients: read a sheet, fix its rows in place, then propose all of them at once. */
export function ImportEditor({ networks }: { networks: readonly Network[] }) {
  const router = useRouter();
  // The same import makes one proposal, however often it is sent.
  const [subject] = useState(() => crypto.randomUUID());
  const review = useImportReview(networks);
  const { rows, checked, checks, chosen, failure } = review;

  if (!rows) return <SheetSource onSheet={review.read} />;
  const [only] = checked;
  const unconfirmed = checked.filter(
    ({ id, entry }) => entry && (checks.get(id)?.similarAddresses.length ?? 0) > 0 && chosen[id] !== entry.address,
  );
  const saved = checked.filter(({ id }) => checks.get(id)?.saved);
  return (
    <div className="space-y-4">
      <ImportStatus rows={checked} ignored={review.ignored} />
      {saved.length > 0 && (
        <Notice look="warn" title={explainSaved(saved.length)}>
          <Button onClick={() => review.remove(saved.map(({ id }) => id))}>
            {saved.length === 1 ? 'Remove this row' : 'Remove these rows'}
          </Button>
        </Notice>
      )}
      <ImportTable
        rows={checked}
        checks={checks}
        networks={networks}
        chosen={chosen}
        onChoose={review.choose}
        onEdit={review.edit}
        onRemove={(id) => review.remove([id])}
      />
      {unconfirmed.length > 0 && (
        <Notice
          look="warn"
          title={`Confirm the address in ${countRows(unconfirmed.length)}, then review the import again.`}
        />
      )}
      {failure && <ExplanationNotice explanation={failure} isUrgent />}
      <ImportButtons review={review} />
      {review.isProposing && (
        <ProposeImport
          subject={subject}
          rows={checked}
          chosen={chosen}
          onProposed={() => router.push(routes.recipient(checked.length === 1 ? (only?.id ?? '') : subject))}
          onClose={review.closeProposal}
        />
      )}
    </div>
  );
}

function ImportStatus({ rows, ignored }: { rows: readonly CheckedRow[]; ignored: readonly string[] }) {
  const toFix = rows.filter((row) => !isReady(row)).length;
  return (
    <p role="status" className="text-body">
      {countRows(rows.length)}, {toFix === 0 ? 'none to fix' : `${toFix.toLocaleString('en-GB')} to fix`}.
      {ignored.length > 0 && ` Ignored columns: ${ignored.map((name) => `“${name}”`).join(', ')}.`}
    </p>
  );
}

function ImportButtons({ review: { checked, isBusy, check, discard } }: { review: ImportReview }) {
  const hasIssues = checked.some((row) => !isReady(row));
  return (
    <ActionBar isSticky>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          aria-busy={isBusy}
          disabled={isBusy || hasIssues || checked.length === 0}
          onClick={() => void check()}
        >
          Review import
        </Button>
        <DiscardButton isChanged={checked.length > 0} onDiscard={discard} />
        {hasIssues && (
          <span className="text-label text-dim">Fix or remove the marked rows first: all rows are added together.</span>
        )}
      </div>
    </ActionBar>
  );
}

function explainSaved(count: number): string {
  return count === 1
    ? '1 row has a recipient that is already in the address book.'
    : `${countRows(count)} have recipients that are already in the address book.`;
}

function countRows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en-GB')} rows`;
}

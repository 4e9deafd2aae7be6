'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DiscardButton } from '@/app/(console)/_proposals/discard-button';
import { type CheckedRow, countRows, isReady } from '@/app/(console)/recipients/import/import-row';
import { ImportTable } from '@/app/(console)/recipients/import/import-table';
import { ProposeImport } from '@/app/(console)/recipients/import/propose-import';
import { RowGroups } from '@/app/(console)/recipients/import/row-groups';
import { SheetSource } from '@/app/(console)/recipients/import/sheet-source';
import { type ImportReview, useImportReview } from '@/app/(console)/recipients/import/use-import-review';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { ColumnMapping } from '@/components/sheets/column-mapping';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { Network } from '@/lib/networks/network-definition';
import { routes } from '@/lib/http/routes';
import { RECIPIENT_COLUMNS } from '@/lib/recipients/read-sheet';
import { formatCount } from '@/lib/text/locale';

/** Import of recipients: read a sheet, fix its rows in place, then propose all of them at once. */
export function ImportEditor({ networks }: { networks: readonly Network[] }) {
  const router = useRouter();
  // The same import makes one proposal, however often it is sent.
  const [subject] = useState(() => crypto.randomUUID());
  const review = useImportReview(networks);
  const { rows, checked, checks, chosen, failure } = review;

  if (!rows) return <SheetSource onRead={review.read} />;
  const [only] = checked;
  const unconfirmed = checked.filter(
    ({ id, entry }) => entry && (checks.get(id)?.similarAddresses.length ?? 0) > 0 && chosen[id] !== entry.address,
  );
  return (
    <div className="space-y-4">
      <ColumnMapping
        columns={review.columns}
        choices={RECIPIENT_COLUMNS.choices}
        missing={review.missing}
        onAssign={review.assign}
      />
      <ImportStatus rows={checked} />
      <RowGroups review={review} networks={networks} />
      <ImportTable
        rows={checked}
        checks={checks}
        networks={networks}
        chosen={chosen}
        onChoose={review.choose}
        onEdit={(id, cell, text) => review.edit([id], cell, text)}
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

function ImportStatus({ rows }: { rows: readonly CheckedRow[] }) {
  const toFix = rows.filter((row) => !isReady(row)).length;
  return (
    <p role="status" className="text-body">
      {countRows(rows.length)}, {toFix === 0 ? 'none to fix' : `${formatCount(toFix)} to fix`}.
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

'use client';

import { MemoField } from '@/app/(console)/withdrawals/new/_fields/memo-field';
import { MetadataFields } from '@/app/(console)/withdrawals/new/_fields/metadata-fields';
import { MoreFields } from '@/app/(console)/withdrawals/new/_fields/more-fields';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { TextField } from '@/components/form/form-field';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

/** Reference, memo and metadata in one line while they are empty, and the fields that few withdrawals need. */
export function DetailFields({ amendment }: Pick<Editing, 'amendment'>) {
  return (
    <div className="space-y-4">
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <TextField
          name="referenceId"
          label="Reference ID"
          hint={
            amendment ? (
              <>
                Cannot change. For another one,{' '}
                <Link className="underline" href={routes.repeatWithdrawal({ request: amendment.requestId })}>
                  start a new withdrawal with these values
                </Link>
                .
              </>
            ) : undefined
          }
          placeholder="Generated if empty"
          readOnly={amendment !== undefined}
          mono
        />
        <MemoField place="details" />
        <MetadataFields />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <MoreFields />
      </div>
    </div>
  );
}

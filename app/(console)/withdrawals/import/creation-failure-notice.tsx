import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { type Denial, explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import type { CreateBatchFailure } from '@/lib/requests/contract';

export type CreationFailure =
  | CreateBatchFailure
  | { kind: 'not-answered' }
  | { kind: 'not-signed'; explanation: Explanation };

interface FailureText {
  title: string;
  next: ReactNode;
}

const NOTHING = 'Nothing was created and nothing was sent.';

/** Notice that explains why no batch was created, whether anything was sent, and what to do. */
export function CreationFailureNotice({ failure }: { failure: CreationFailure }) {
  const { title, next } = isDenial(failure) ? explainDenied(failure) : explainFailure(failure);
  return (
    <Notice look="bad" title={title} isUrgent>
      <p>{next}</p>
    </Notice>
  );
}

function explainDenied(denial: Denial): FailureText {
  if (denial.kind === 'too-large')
    return {
      title: `These withdrawals are larger than 1 MB together. ${NOTHING}`,
      next: 'Split the sheet: remove rows here, and import the removed rows afterwards.',
    };
  const { title, detail, next } = explainDenial(denial, NOTHING);
  return {
    // What is kept is said below.
    title: `${title}. ${denial.kind === 'outdated' ? NOTHING : detail}`,
    next: (
      <>
        Your sheet is kept in this tab. {next}{' '}
        {denial.kind === 'signed-out' && (
          <Link className="underline" href={routes.signInTo(routes.importWithdrawals)}>
            Sign in
          </Link>
        )}
      </>
    ),
  };
}

function explainFailure(failure: Exclude<CreationFailure, Denial>): FailureText {
  switch (failure.kind) {
    case 'unreadable':
      return { title: `${failure.reason} ${NOTHING}`, next: 'Correct the sheet, then create the requests again.' };
    case 'invalid': {
      const rows = new Set(failure.items.map(({ index }) => index)).size;
      return {
        title: `${rows === 1 ? '1 row has errors' : `${rows} rows have errors`}. ${NOTHING}`,
        next: 'Fix the marked cells, then create the requests again.',
      };
    }
    case 'already-submitted':
      return {
        title: 'This sheet was already submitted with other values. Nothing more was created or sent.',
        next: (
          <Link className="underline" href={routes.batch(failure.bundleId)}>
            Open the earlier batch
          </Link>
        ),
      };
    case 'not-now':
    case 'not-possible':
      return { title: `${failure.reason} ${NOTHING}`, next: 'Your sheet is kept in this tab.' };
    case 'not-signed':
      return {
        title: `${failure.explanation.title}. ${NOTHING}`,
        next: `${failure.explanation.next} Your sheet is kept in this tab.`,
      };
    case 'not-answered':
      return {
        title:
          'The console did not answer, so the requests may or may not have been created. ' +
          'Nothing is sent before approval.',
        next: 'Create the requests again without changing the sheet: the same sheet never makes two batches.',
      };
  }
}

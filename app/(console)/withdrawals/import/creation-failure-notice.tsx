import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { explainDenial, isDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import type { CreateBatchFailure } from '@/lib/requests/contract';

export type CreationFailure = CreateBatchFailure | { kind: 'not-answered' | 'outdated' | 'too-large' };

const NOTHING = 'Nothing was created and nothing was sent.';

/** Why there is no batch, whether anything was created or sent, and what to do. */
export function CreationFailureNotice({ failure }: { failure: CreationFailure }) {
  const { title, next } = explain(failure);
  return (
    <Notice look="bad" title={title} isUrgent>
      <p>{next}</p>
    </Notice>
  );
}

function explain(failure: CreationFailure): { title: string; next: ReactNode } {
  if (isDenial(failure)) {
    const { title, detail, next } = explainDenial(failure, NOTHING);
    return {
      title: `${title}. ${detail}`,
      next: (
        <>
          The sheet is kept. {next}{' '}
          {failure.kind === 'signed-out' && (
            <Link className="underline" href={routes.signInTo(routes.importWithdrawals)}>
              Sign in
            </Link>
          )}
        </>
      ),
    };
  }
  switch (failure.kind) {
    case 'unreadable':
      return { title: `${failure.reason} ${NOTHING}`, next: 'Correct it, then create the requests again.' };
    case 'invalid': {
      const rows = new Set(failure.items.map(({ index }) => index)).size;
      return {
        title: `${rows === 1 ? 'A row was' : `${rows} rows were`} refused. ${NOTHING}`,
        next: 'The cells say why. Mend them, then create the requests again.',
      };
    }
    case 'already-submitted':
      return {
        title: 'This sheet was made into a batch already, with other contents. Nothing more was created or sent.',
        next: (
          <Link className="underline" href={routes.batch(failure.groupId)}>
            Open the batch that it made
          </Link>
        ),
      };
    case 'too-large':
      return {
        title: 'These withdrawals are larger than 1 MB together. Nothing was saved and nothing was sent.',
        next: 'Take them in several parts: remove rows here, and import those afterwards.',
      };
    case 'outdated':
      return {
        title: `The console was updated while this page was open. ${NOTHING}`,
        next: 'Reload the page, then create the requests again. The sheet is kept.',
      };
    case 'not-answered':
      return {
        title:
          'The console did not answer, so the requests may or may not have been created. Nothing is sent before the approvals.',
        next: 'Create the requests again without changing the sheet: the same sheet never makes two batches.',
      };
  }
}

import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { explainDenial, isDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import type { AmendFailure } from '@/lib/requests/contract';

export type SubmitError = AmendFailure | { kind: 'not-answered' | 'outdated' | 'unchecked' };

/** Why the request was not saved, whether anything was sent, and what to do. */
export function SubmitErrorNotice({ error, formAddress }: { error: SubmitError; formAddress: string }) {
  const { title, next } = explain(error, formAddress);
  return (
    <Notice look="bad" title={title} isUrgent>
      <p>{next}</p>
    </Notice>
  );
}

function explain(error: SubmitError, formAddress: string): { title: string; next: ReactNode } {
  if (isDenial(error)) {
    const { title, detail, next } = explainDenial(error, 'Nothing was saved and nothing was sent.');
    return {
      title: `${title}. ${detail}`,
      next: (
        <>
          What you typed is kept. {next}{' '}
          {error.kind === 'signed-out' && (
            <Link className="underline" href={routes.signInTo(formAddress)}>
              Sign in
            </Link>
          )}
        </>
      ),
    };
  }
  switch (error.kind) {
    case 'invalid':
      return {
        title: 'Something in the form is not right. Nothing was saved and nothing was sent.',
        next: 'The fields below say what.',
      };
    case 'reference-taken':
      if (error.transferId !== undefined) {
        return {
          title: `Transfer ${error.transferId} at the service already has this reference. Nothing was saved and nothing was sent.`,
          next: 'Look at that transfer: this may be paid already. If it is not, make a new request with another reference.',
        };
      }
      return {
        title: 'The reference is already used by another request. Nothing was saved and nothing was sent.',
        next: 'Give another reference, or leave it empty to have one made.',
      };
    case 'already-submitted':
      return {
        title: 'This form was already submitted with other contents. Nothing more was saved or sent.',
        next: (
          <Link className="underline" href={routes.withdrawal(error.requestId)}>
            Open the request that it made
          </Link>
        ),
      };
    case 'refused-by-policy':
    case 'too-few-approvers':
      return { title: `${error.reason} Nothing was saved and nothing was sent.`, next: error.next };
    case 'similar-addresses':
      return {
        title: 'Another address that is known looks like this one. Nothing was saved and nothing was sent.',
        next: 'Review it again: compare the marked characters and say which address is meant.',
      };
    case 'not-found':
      return {
        title: 'There is no such request of yours. Nothing was saved and nothing was sent.',
        next: 'Go back to the withdrawals.',
      };
    case 'not-now':
    case 'changed':
      return {
        title: `${error.reason} Nothing of this was saved and nothing was sent because of it.`,
        next: 'Open the request to see where it stands.',
      };
    case 'outdated':
      return {
        title: 'The console was updated while this page was open. Nothing was saved and nothing was sent.',
        next: 'Reload the page, then submit again. What you typed is kept.',
      };
    case 'unchecked':
      return {
        title: 'What checks this form could not be loaded. Nothing was saved and nothing was sent.',
        next: 'Reload the page, then go on. What you typed is kept.',
      };
    case 'not-answered':
      return {
        title: 'The console did not answer, so the request may or may not have been saved.',
        next: 'Press “Submit for approval” again: the same form never makes two withdrawals.',
      };
  }
}

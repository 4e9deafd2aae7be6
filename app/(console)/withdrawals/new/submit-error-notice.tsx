import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { type Denial, explainDenial, isDenial, type StaleSignIn } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import type { Explanation } from '@/lib/http/problems';
import type { AmendFailure } from '@/lib/requests/contract';
import { TheService } from '@/lib/text/service-name';

/** Error of a form that was to be saved; `not-answered`: the browser got no answer. */
type SavingError = AmendFailure | { kind: 'not-answered' } | { kind: 'not-signed'; explanation: Explanation };

/** `unchecked`: the browser could not load what checks or saves the form. */
export type SubmitError = SavingError | { kind: 'unchecked' };

interface ErrorText {
  title: string;
  next: ReactNode;
}

const NOTHING = 'Nothing was saved and nothing was sent.';

/** Notice that explains why the request was not saved, whether anything was sent, and what to do. */
export function SubmitErrorNotice({ error, formAddress }: { error: SavingError; formAddress: string }) {
  const { title, next } = isDenial(error) ? explainDenied(error, formAddress) : explainFailure(error);
  return (
    <Notice look="bad" title={title} isUrgent>
      <p>{next}</p>
    </Notice>
  );
}

function explainDenied(denial: Denial | StaleSignIn, formAddress: string): ErrorText {
  const { title, detail, next } = explainDenial(denial, NOTHING);
  return {
    // What is kept is said below.
    title: `${title}. ${denial.kind === 'outdated' ? NOTHING : detail}`,
    next: (
      <>
        Your draft is kept in this tab. {next}{' '}
        {denial.kind === 'signed-out' && (
          <Link className="underline" href={routes.signInTo(formAddress)}>
            Sign in
          </Link>
        )}
      </>
    ),
  };
}

function explainFailure(error: Exclude<SavingError, Denial | StaleSignIn>): ErrorText {
  switch (error.kind) {
    case 'invalid':
      return {
        title: `Some fields need correction. ${NOTHING}`,
        next: 'Correct the marked fields, then review again.',
      };
    case 'reference-taken':
      return explainTakenReference(error);
    case 'not-followable':
      return {
        title: `${error.reason} ${NOTHING}`,
        next:
          error.requestId === undefined ? (
            'Open the earlier request to see its current state.'
          ) : (
            <Link className="underline" href={routes.withdrawal(error.requestId)}>
              Open the later request
            </Link>
          ),
      };
    case 'already-submitted':
      return {
        title: 'This form was already submitted with other values. Nothing more was saved or sent.',
        next: (
          <Link className="underline" href={routes.withdrawal(error.requestId)}>
            Open the earlier request
          </Link>
        ),
      };
    case 'refused-by-policy':
    case 'too-few-approvers':
    case 'profile-not-allowed':
    case 'travel-rule':
      return { title: `${error.reason} ${NOTHING}`, next: error.next };
    case 'similar-addresses':
      return {
        title: `This address closely resembles one that is known here. ${NOTHING}`,
        next: 'Review the withdrawal again: compare the marked characters and confirm the address.',
      };
    case 'not-found':
      return { title: `Your request was not found. ${NOTHING}`, next: 'Go back to withdrawals.' };
    case 'not-possible':
      return { title: `${error.reason} ${NOTHING}`, next: 'Your draft is kept in this tab.' };
    case 'not-signed':
      return {
        title: `${error.explanation.title}. ${NOTHING}`,
        next: `${error.explanation.next} Your draft is kept in this tab.`,
      };
    case 'not-now':
    case 'changed':
      return {
        title: `${error.reason} This change was not saved, and nothing was sent because of it.`,
        next: 'Your draft is kept in this tab. If it changes a request, open the request to see its current state.',
      };
    case 'not-answered':
      return {
        title: 'The console did not answer, so the request may or may not have been saved.',
        next: 'Choose “Submit for approval” again: the same form never makes two withdrawals.',
      };
  }
}

function explainTakenReference({ transferId, isHidden }: { transferId?: string; isHidden?: true }): ErrorText {
  if (isHidden)
    return {
      title: `This reference cannot be used. ${NOTHING}`,
      next: 'Enter another reference, or leave the field empty to have one generated.',
    };
  if (transferId === undefined)
    return {
      title: `This reference is already used by another request. ${NOTHING}`,
      next:
        'Capital and small letters count as the same. Enter another reference, or leave the field empty to have one ' +
        'generated.',
    };
  return {
    title: `${TheService()} already has transfer ${transferId} with this reference. ${NOTHING}`,
    next: 'Open that transfer: this withdrawal may be paid already. If not, submit again with another reference.',
  };
}

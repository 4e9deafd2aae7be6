'use client';

import { useCurrentChecks } from '@/app/(console)/withdrawals/[id]/_decision/use-current-checks';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/values/time';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { Findings } from '@/components/withdrawals/findings';
import { SimilarRequestList } from '@/components/withdrawals/similar-requests';
import { nameDecider } from '@/lib/delegation/delegations';
import { routes } from '@/lib/http/routes';
import { listRequestFindings, type PastRejection, withoutAmounts } from '@/lib/risk/request-findings';
import { SIMILAR_ID } from '@/lib/risk/findings';
import { REJECTED } from '@/lib/risk/sort-findings';
import { isFinding } from '@/lib/risk/summarize-checks';
import type { RiskLine } from '@/lib/risk/risk-facts';
import type { RequestView } from '@/lib/requests/request-view';

// The dialog asks which of the similar addresses is meant.
const isAsked = ({ id }: RiskLine) => id.startsWith(SIMILAR_ID);

// The page says so in place of the name.
const isNotSaid = ({ id, state }: RiskLine) => id !== 'book' || state !== 'notice';

interface FindingsPanelProps {
  request: RequestView;
  /** True where only what calls for attention is shown, as in a dialog. */
  isShort?: boolean;
  /** True where the dialog asks for the amount, until it was entered. */
  isAmountHidden?: boolean;
}

/** Gives the current findings about a request that awaits approval; until they are there, those of when it was made. */
export function useFindings(request: RequestView, isAmountHidden = false) {
  const { data, isPending, isError } = useCurrentChecks(request);
  const checks = data ?? request.checks;
  const { conversation, rule } = request;
  const rejection = isAmountHidden ? withoutAmounts(request.rejection) : request.rejection;
  const questions = listQuestions(conversation);
  const lines = listRequestFindings({ questions, rejection, checks, limits: rule.limits });
  return { checks, lines: lines.filter(isNotSaid), isPending, isError };
}

/** Lists the findings about a request (`useFindings`). */
export function FindingsPanel({ request, isShort = false, isAmountHidden = false }: FindingsPanelProps) {
  const { checks, lines, isPending, isError } = useFindings(request, isAmountHidden);
  return (
    <>
      {isPending && (
        <p role={isShort ? undefined : 'status'} className="text-label text-dim">
          {checks ? 'Checking again… Until then as requested.' : 'Checking…'}
        </p>
      )}
      {isError && (
        <p className="text-label text-warn">
          The recipient could not be checked.{checks && ' These findings are as of the request.'}
        </p>
      )}
      <Findings
        lines={isShort ? lines.filter((line) => isFinding(line) && !isAsked(line)) : lines}
        title={isShort ? 'Check before approving' : 'Current checks'}
        more={{
          [REJECTED]: request.rejection && <RejectedBy {...request.rejection} />,
          repeated: (
            <div className="text-label text-dim">
              <SimilarRequestList similar={request.similar} />
            </div>
          ),
        }}
      />
    </>
  );
}

/** Says who rejected what is requested once more, when, and links the earlier request. */
function RejectedBy({ at, version, other, ...names }: PastRejection) {
  return (
    <p className="text-label text-dim">
      <UntrustedText text={nameDecider(names)} limit={200} />, <Time iso={at} />,{' '}
      {other ? (
        <Link className="font-mono underline" href={routes.withdrawal(other.id)}>
          {other.refId}
        </Link>
      ) : (
        `version ${version}`
      )}
    </p>
  );
}

/** Lists the questions that nobody answered yet, each with who asks. */
function listQuestions({ comments, openQuestionIds }: RequestView['conversation']): string[] {
  return comments
    .filter(({ id }) => openQuestionIds.includes(id))
    .map(({ personName, body }) => `${readableText(personName, 80)}: “${readableText(body, 300)}”`);
}

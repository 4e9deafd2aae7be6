import { Time } from '@/components/values/time';
import { findApproveEffect } from '@/lib/requests/approve-effect';
import type { RequestView } from '@/lib/requests/request-view';

/** Says what the reader's approval does: what is still missing, or that the withdrawal leaves. */
export function ApprovalEffect({ request, isShort = false }: { request: RequestView; isShort?: boolean }) {
  const isAsked = request.conversation.openQuestionIds.length > 0;
  if (isShort && isAsked) return UNTIL_ANSWERED;
  return (
    <>
      <Effect request={request} isShort={isShort} />
      {isAsked && ` ${UNTIL_ANSWERED}`}
    </>
  );
}

const UNTIL_ANSWERED = 'Nothing is sent until the open question is answered.';

function Effect({ request, isShort }: { request: RequestView; isShort: boolean }) {
  const effect = findApproveEffect(request);
  // Beside the button, which says what is sent, and the lines, which show who is missing.
  if (isShort && effect.kind === 'sends') return 'After this it cannot be recalled.';
  if (isShort && effect.kind === 'counts' && effect.groups === undefined) return null;
  const sent = request.bundle?.kind === 'test-payment' ? 'The test payment' : 'The withdrawal';
  switch (effect.kind) {
    case 'counts':
      if (effect.groups !== undefined) return `Your approval will be recorded. Still required: ${effect.groups}.`;
      return effect.missing === 1
        ? 'One more approval is required after yours.'
        : `${effect.missing} more approvals are required after yours.`;
    case 'releases':
      return effect.leavesAt === null ? (
        'The last approval required. Sending is stopped: the withdrawal leaves once it resumes.'
      ) : (
        <>
          The last approval required. {sent} leaves no earlier than <Time iso={effect.leavesAt} />, and cannot be
          recalled then.
        </>
      );
    case 'sends':
      return `The last approval required. ${sent} is sent at once and cannot be recalled.`;
  }
}

import { type Explanation, explainRefusal, type ServiceProblem } from '@/lib/problems';
import type { SendReason } from '@/lib/sends';

/** What an attempt left behind, as far as words need it. */
export interface AttemptEvidence {
  reason: SendReason;
  problem?: ServiceProblem | undefined;
  differences?: readonly string[] | undefined;
}

const DO_NOT_REPEAT = 'Do not make this withdrawal again: it may have gone through. Look for its reference among the transfers.';
const GOES_ON = 'Nothing was sent. The console tries again by itself.';

/** What an attempt to send came to: what happened, whether anything was sent, what to do next. */
export function explainAttempt({ reason, problem, differences }: AttemptEvidence): Explanation {
  const status = problem ? ` (status ${problem.status})` : '';
  const fields = differences?.join(', ') ?? '';
  switch (reason) {
    case 'accepted':
      return { title: 'Accepted by the service', detail: 'The withdrawal was sent, once.', next: '' };
    case 'adopted':
      return { title: 'Already at the service', detail: 'The service knew this reference, and its transfer is this withdrawal. It was sent once.', next: '' };
    case 'refused': {
      const refusal = problem ? explainRefusal(problem) : { title: 'Refused by the service', detail: '', next: '' };
      return { ...refusal, detail: `${refusal.detail} Nothing was sent.`.trim() };
    }
    case 'not-reached':
      return { title: 'The service could not be reached', detail: GOES_ON, next: '' };
    case 'throttled':
      return { title: 'The service asked us to slow down', detail: GOES_ON, next: '' };
    case 'credential-refused':
      return { title: 'The service did not accept the console’s credential', detail: GOES_ON, next: 'If this goes on, tell an administrator.' };
    case 'answer-lost':
      return {
        title: 'No answer came back',
        detail: 'The withdrawal left the console, and the answer was lost on the way. It may have been sent.',
        next: DO_NOT_REPEAT,
      };
    case 'answer-unreadable':
      return { title: `The answer could not be read${status}`, detail: 'The withdrawal may have been sent.', next: DO_NOT_REPEAT };
    case 'answer-differs':
      return {
        title: 'The service answered with another transfer',
        detail: `These fields are not what was asked for: ${fields}. The withdrawal may have been sent.`,
        next: DO_NOT_REPEAT,
      };
    case 'server-failure':
      return {
        title: `The service had a fault${status}`,
        detail: 'It did not say whether it had carried out the withdrawal. It may have been sent.',
        next: DO_NOT_REPEAT,
      };
    case 'reference-taken':
      return {
        title: 'The service already knows this reference',
        detail: 'It did not show which transfer has it. The withdrawal may have been sent.',
        next: DO_NOT_REPEAT,
      };
    case 'existing-differs':
      return {
        title: 'The reference belongs to another transfer',
        detail: `The service has a transfer with this reference that differs in ${fields}. Nothing more is sent.`,
        next: 'Tell an administrator. Do not make this withdrawal again before it is clear what happened.',
      };
    case 'refused-after-doubt':
      return { title: 'Refused, but an earlier attempt may have gone through', detail: problem ? explainRefusal(problem).detail : '', next: DO_NOT_REPEAT };
    case 'lease-lost':
      return { title: 'The console stopped in the middle of sending', detail: 'The withdrawal may have been sent.', next: DO_NOT_REPEAT };
  }
}

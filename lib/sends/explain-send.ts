import { type Explanation, explainRefusal, type ServiceProblem } from '@/lib/http/problems';
import type { HoldReason, Resolution, SendReason } from '@/lib/sends/send-machine';

/** What an attempt left behind, as far as words need it. */
export interface AttemptEvidence {
  reason: SendReason;
  problem?: ServiceProblem | undefined;
  differences?: readonly string[] | undefined;
}

const DO_NOT_REPEAT =
  'Do not make this withdrawal again: it may have gone through. Look for its reference among the transfers.';
const TWO_PEOPLE = 'Then two people decide: adopt a transfer, send again, or close it as not sent.';
const GOES_ON = 'Nothing was sent. The console tries again by itself.';

/** What an attempt to send came to: what happened, whether anything was sent, what to do next. */
export function explainAttempt({ reason, problem, differences }: AttemptEvidence): Explanation {
  const status = problem ? ` (status ${problem.status})` : '';
  const fields = differences?.join(', ') ?? '';
  switch (reason) {
    case 'accepted':
      return { title: 'Accepted by the service', detail: 'The withdrawal was sent, once.', next: '' };
    case 'adopted':
      return {
        title: 'Already at the service',
        detail: 'The service knew this reference, and its transfer is this withdrawal. It was sent once.',
        next: '',
      };
    case 'refused': {
      const refusal = problem ? explainRefusal(problem) : { title: 'Refused by the service', detail: '', next: '' };
      return { ...refusal, detail: `${refusal.detail} Nothing was sent.`.trim() };
    }
    case 'not-reached':
      return { title: 'The service could not be reached', detail: GOES_ON, next: '' };
    case 'stopped':
      return {
        title: 'Sending was stopped',
        detail: 'Nothing was sent. It waits until sending is let go on.',
        next: '',
      };
    case 'held-back':
      return {
        title: 'The console held it back',
        detail: `It could not make sure in time that it was still allowed to leave. ${GOES_ON}`,
        next: '',
      };
    case 'throttled':
      return { title: 'The service asked us to slow down', detail: GOES_ON, next: '' };
    case 'credential-refused':
      return {
        title: 'The service did not accept the console’s credential',
        detail: GOES_ON,
        next: 'If this goes on, tell an administrator.',
      };
    case 'answer-lost':
      return {
        title: 'No answer came back',
        detail: 'The withdrawal left the console, and the answer was lost on the way. It may have been sent.',
        next: DO_NOT_REPEAT,
      };
    case 'answer-unreadable':
      return {
        title: `The answer could not be read${status}`,
        detail: 'The withdrawal may have been sent.',
        next: DO_NOT_REPEAT,
      };
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
      return {
        title: 'Not accepted, but an earlier attempt may have gone through',
        detail: problem ? explainRefusal(problem).detail : 'This attempt did not reach the service.',
        next: DO_NOT_REPEAT,
      };
    case 'lease-lost':
      return {
        title: 'The console stopped in the middle of sending',
        detail: 'The withdrawal may have been sent.',
        next: DO_NOT_REPEAT,
      };
  }
}

/** Why a send is on hold: what happened, whether anything was sent, what two people can do. */
export function explainHold(hold: HoldReason): Explanation {
  switch (hold.kind) {
    case 'changed':
      return {
        title: 'What is stored is not what was approved',
        detail: `${hold.detail} Nothing was sent in this state, and nothing will be.`,
        next: 'Tell an administrator: somebody or something changed the console’s data. Two people can close it as not sent, unless an attempt below may have gone through.',
      };
    case 'differs':
      return {
        title: 'The service has another withdrawal under this reference',
        detail: `Transfer ${hold.transferId} differs in ${hold.differences.join(', ')}. Whether this withdrawal was sent is not clear; nothing more is sent by itself.`,
        next: `Compare the transfer with the request. ${TWO_PEOPLE}`,
      };
    case 'several':
      return {
        title: `The service has ${hold.transferIds.length} transfers with this reference`,
        detail: `Money may have left more than once: ${hold.transferIds.join(', ')}. Nothing more is sent.`,
        next: `Ask the service which of them are real. ${TWO_PEOPLE}`,
      };
    case 'not-found':
      return {
        title: 'Not found at the service',
        detail: `${countPosts(hold.posts)}, and two complete looks through all transfers did not find it. It was most likely not sent; nothing more is sent by itself.`,
        next: `Ask the service about the reference. ${TWO_PEOPLE}`,
      };
  }
}

function countPosts(posts: number): string {
  if (posts === 1) return 'It left the console once';
  return posts === 0 ? 'It is not known to have left the console' : `It left the console ${posts} times`;
}

/** What two people decide about a send in doubt, as a sentence that a confirming person reads. */
export function describeResolution(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'adopt':
      return resolution.differences.length === 0
        ? `Take transfer ${resolution.transferId} as this withdrawal. It agrees with what was asked for.`
        : `Take transfer ${resolution.transferId} as this withdrawal, although it differs in ${resolution.differences.join(', ')}.`;
    case 'send-again':
      return 'Send the same withdrawal again, with the same reference. If an earlier attempt went through after all, money may leave twice.';
    case 'close':
      return 'Close it as not sent. The console will neither send it nor look for it any more.';
  }
}

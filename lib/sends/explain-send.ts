import { type Explanation, explainRefusal, type ServiceProblem } from '@/lib/http/problems';
import { describeUnconfirmed, type OptionalField } from '@/lib/sends/compare-transfer';
import type { HoldReason, SendReason } from '@/lib/sends/send-machine';
import type { Resolution } from '@/lib/sends/resolution';
import { joinList } from '@/lib/text/join-list';
import { theService, TheService } from '@/lib/text/service-name';

/** Stored result of an attempt, as far as its explanation needs it. */
export interface AttemptEvidence {
  reason: SendReason;
  problem?: ServiceProblem | undefined;
  differences?: readonly string[] | undefined;
  /** Fields of the request that the service's record leaves out. */
  unconfirmed?: readonly OptionalField[] | undefined;
  /** The transfer that the service answered with, where it differs from what was sent. */
  answeredId?: string | undefined;
}

const DO_NOT_REPEAT =
  'Do not request this withdrawal again: it may have gone through. Search the transfers for its reference.';
const TWO_PEOPLE = 'Two people can then adopt a transfer, send the withdrawal again, or close it as not sent.';
const ADOPT_OR_CLOSE = 'Two people can then adopt a transfer, or close the withdrawal as not sent.';
const POLICY_CHANGES = 'Two people can close this withdrawal as not sent, or send it once a policy in force allows it.';
const LIMIT_PASSES =
  'Nobody changed this request: others requested or paid in the meantime. Once the limit allows it, two people can send ' +
  'the withdrawal, and the console checks the limit again. Two people can also close it as not sent.';
const MAY_HAVE_BEEN_SENT = 'The withdrawal may have been sent.';
const WILL_RETRY = 'Nothing was sent. The console will try again.';
const NOTHING_MORE = 'The console sends nothing more.';

/** Explains the result of one attempt to send: what happened, whether anything was sent, and what to do next. */
export function explainAttempt({ reason, problem, differences, unconfirmed = [] }: AttemptEvidence): Explanation {
  const status = problem ? ` (status ${problem.status})` : '';
  const fields = joinList(differences ?? []);
  switch (reason) {
    case 'accepted':
      return {
        title: `Accepted by ${theService()}`,
        detail: `The withdrawal was sent once.${describeUnconfirmed(unconfirmed)}`,
        next: '',
      };
    case 'adopted':
      return {
        title: `Already at ${theService()}`,
        detail: `A transfer with this reference exists at ${theService()} and matches. The withdrawal was sent once.${describeUnconfirmed(unconfirmed)}`,
        next: '',
      };
    case 'refused': {
      const refusal = problem
        ? explainRefusal(problem)
        : { title: `Declined by ${theService()}`, detail: '', next: '' };
      return { ...refusal, detail: `${refusal.detail} Nothing was sent.`.trim() };
    }
    case 'not-reached':
      return { title: `${TheService()} could not be reached`, detail: WILL_RETRY, next: '' };
    case 'stopped':
      return {
        title: 'Sending was stopped',
        detail: 'Nothing was sent. The withdrawal waits until sending is resumed.',
        next: '',
      };
    case 'held-back':
      return {
        title: 'The console did not send this withdrawal',
        detail: `The console could not confirm in time that sending was still allowed. ${WILL_RETRY}`,
        next: '',
      };
    case 'throttled':
      return { title: `${TheService()} asked the console to slow down`, detail: WILL_RETRY, next: '' };
    case 'credential-refused':
      return {
        title: `${TheService()} did not accept the console’s credentials`,
        detail: WILL_RETRY,
        next: 'If this continues, tell an administrator.',
      };
    case 'answer-lost':
      return {
        title: `No answer from ${theService()}`,
        detail: `The withdrawal left the console, but no answer arrived. ${MAY_HAVE_BEEN_SENT}`,
        next: DO_NOT_REPEAT,
      };
    case 'answer-unreadable':
      return {
        title: `The answer from ${theService()} could not be read${status}`,
        detail: MAY_HAVE_BEEN_SENT,
        next: DO_NOT_REPEAT,
      };
    case 'answer-differs':
      return {
        title: `${TheService()} answered with a different transfer`,
        detail: `These fields differ from the request: ${fields}. ${MAY_HAVE_BEEN_SENT}`,
        next: DO_NOT_REPEAT,
      };
    case 'server-failure':
      return {
        title: `${TheService()} had an error${status}`,
        detail: `The answer did not say whether the withdrawal was carried out. ${MAY_HAVE_BEEN_SENT}`,
        next: DO_NOT_REPEAT,
      };
    case 'reference-taken':
      return {
        title: `${TheService()} already has this reference`,
        detail: `The answer did not show which transfer has the reference. ${MAY_HAVE_BEEN_SENT}`,
        next: DO_NOT_REPEAT,
      };
    case 'existing-differs':
      return {
        title: 'Another transfer has this reference',
        detail: `The transfer with this reference at ${theService()} differs in ${fields}. Nothing more is sent.`,
        next: 'Tell an administrator. Do not request this withdrawal again until the cause is known.',
      };
    case 'refused-after-doubt':
      return {
        title: 'Not accepted, but an earlier attempt may have gone through',
        detail: problem ? explainRefusal(problem).detail : `This attempt did not reach ${theService()}.`,
        next: DO_NOT_REPEAT,
      };
    case 'lease-lost':
      return {
        title: 'The console stopped while sending this withdrawal',
        detail: MAY_HAVE_BEEN_SENT,
        next: DO_NOT_REPEAT,
      };
  }
}

/** Explains why a send is on hold: what happened, whether anything was sent, and what two people can do. */
export function explainHold(hold: HoldReason): Explanation {
  switch (hold.kind) {
    case 'changed':
      return {
        title: 'The stored request differs from what was approved',
        detail: `${hold.detail} The changed request was not sent and will not be sent.`,
        next:
          'Tell an administrator: the console’s data was changed. Two people can close this withdrawal as not sent, ' +
          'unless an attempt below may have gone through.',
      };
    case 'approvals':
      return {
        title: 'Too few approvals count',
        detail: `${hold.detail} ${NOTHING_MORE}`,
        next:
          'Check below whether an earlier attempt may have gone through. Two people can then adopt a transfer, ' +
          'or close this withdrawal as not sent. To pay the recipient after that, make a new request.',
      };
    case 'limit':
      return {
        title: 'A limit over time of the policy is exceeded',
        detail: `${hold.detail} ${explainUnsent(hold)}`,
        next: hold.isAmbiguous ? ADOPT_OR_CLOSE : LIMIT_PASSES,
      };
    case 'policy':
      return {
        title: 'The policy in force does not allow this withdrawal',
        detail: `${hold.detail} ${explainUnsent(hold)}`,
        next: hold.isAmbiguous ? ADOPT_OR_CLOSE : POLICY_CHANGES,
      };
    case 'differs':
      return {
        title: `${TheService()} has a different withdrawal with this reference`,
        detail:
          `Transfer ${hold.transferId} differs in ${joinList(hold.differences)}. ` +
          `It is not clear whether this withdrawal was sent. ${NOTHING_MORE}`,
        next: `Compare the transfer with the request. ${ADOPT_OR_CLOSE}`,
      };
    case 'several':
      return {
        title: `${TheService()} has ${hold.transferIds.length} transfers with this reference`,
        detail: `Money may have left more than once: ${joinList(hold.transferIds)}. ${NOTHING_MORE}`,
        next: `Ask ${theService()} which transfers are real. ${ADOPT_OR_CLOSE}`,
      };
    case 'unlisted':
      return {
        title: `${TheService()} no longer lists a transfer with this reference`,
        detail:
          `Transfer ${hold.transferId} has this reference, but two complete searches of all transfers did not find it. ` +
          `It is not clear whether this withdrawal was sent. ${NOTHING_MORE}`,
        next: `Ask ${theService()} about the transfer. ${ADOPT_OR_CLOSE}`,
      };
    case 'not-found':
      if (hold.isBeforeRestore === true)
        return {
          title: `Not found at ${theService()} since the restore`,
          detail:
            'The database was restored from a backup, and two complete searches of all transfers did not find this ' +
            `withdrawal. It may have been requested again under another reference since the backup. ${NOTHING_MORE}`,
          next: `First read the transfers without a request on the Status page. ${TWO_PEOPLE}`,
        };
      return {
        title: `Not found at ${theService()}`,
        detail:
          `${explainPosts(hold.posts)}, and two complete searches of all transfers did not find it. ` +
          `It was most likely not sent. ${NOTHING_MORE}`,
        next: `Ask ${theService()} about the reference. ${TWO_PEOPLE}`,
      };
    case 'held':
      return {
        title: 'A person put this withdrawal on hold',
        detail: `${hold.by} gave the reason: “${hold.reason}” ${explainUnsent(hold)}`,
        next: hold.isAmbiguous ? ADOPT_OR_CLOSE : 'Two people can then send the withdrawal, or close it as not sent.',
      };
  }
}

function explainUnsent({ isAmbiguous }: Pick<Extract<HoldReason, { kind: 'held' }>, 'isAmbiguous'>): string {
  return isAmbiguous ? `${MAY_HAVE_BEEN_SENT} ${NOTHING_MORE}` : 'Nothing was sent.';
}

function explainPosts(posts: number): string {
  if (posts === 0) return 'The withdrawal is not known to have left the console';
  return `The withdrawal left the console ${posts === 1 ? 'once' : `${posts} times`}`;
}

/** Describes in a sentence what two people decide about a send; the second person reads it before confirming. */
export function describeResolution(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'adopt': {
      const { transferId, differences } = resolution;
      return differences.length === 0
        ? `Adopt transfer ${transferId} as this withdrawal. Every field matches the request.`
        : `Adopt transfer ${transferId} as this withdrawal, although it differs in ${joinList(differences)}.`;
    }
    case 'send-again':
      if (resolution.state === 'REFUSED')
        return (
          'Queue this withdrawal again, unchanged and with the same reference. ' +
          `${TheService()} declined it for want of travel-rule data, so nothing was sent.`
        );
      if (resolution.isUnsent === true)
        return 'Send this withdrawal. Nothing was sent before, and it waits in the queue like any other.';
      return (
        'Send this withdrawal again, with the same reference. ' +
        'If an earlier attempt did go through, money may leave twice.'
      );
    case 'close':
      return 'Close this withdrawal as not sent. The console will neither send it nor look for it.';
  }
}

import { ToDoLine, ToDoSection } from '@/app/(console)/(home)/to-do';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { Recipient } from '@/components/withdrawals/recipient';
import { routes } from '@/lib/http/routes';
import { describeValue } from '@/lib/money/usd-value';
import { describeKind } from '@/lib/proposals/proposals';
import { listInbox } from '@/lib/requests/inbox/inbox';
import type { OpenQuestion } from '@/lib/requests/open-question';
import { type ApprovalQueue, countNeedsMe } from '@/lib/requests/queue';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { joinList } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';

const MAX_QUESTION = 200;

/** Leads to the queue with what waits for the reader's decision. */
export function DecisionsSection({ queue }: { queue: ApprovalQueue }) {
  const count = countNeedsMe(queue);
  if (count === 0) return null;
  return (
    <ToDoSection title="Approvals">
      <ToDoLine
        title={
          <>
            {formatCount(count)} {count === 1 ? 'needs' : 'need'} your decision
            {queue.value !== null && <span className="font-normal text-dim"> {describeValue(queue.value)}</span>}
          </>
        }
        detail={<UntrustedText text={describeQueue(queue)} limit={300} />}
        action={
          <Link href={routes.approvals} className={buttonClass('primary')}>
            Open queue
          </Link>
        }
      />
    </ToDoSection>
  );
}

/** Says from whom the withdrawals are and which changes wait: "from finance and Rita · Policy". */
function describeQueue(queue: ApprovalQueue): string {
  const requesters = new Set(listInbox(queue).flatMap(({ requesterName }) => requesterName || []));
  const changes = new Set(queue.changes.needsMe.map(({ kind }) => describeKind(kind).label));
  return [requesters.size > 0 ? `from ${joinList([...requesters], 'and')}` : '', joinList([...changes], 'and')]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Shows the test payments whose receipt the reader can confirm. */
export function TestsSection({ tests }: { tests: readonly RequestSummary[] }) {
  return (
    <ToDoSection title="Test payments">
      {tests.map((request) => (
        <ToDoLine
          key={request.id}
          title={
            <>
              Did <Payment request={request} verb="arrive at" />?
            </>
          }
          detail="The remainder is sent once you confirm."
          action={
            <Link
              href={routes.withdrawal(request.id)}
              className={buttonClass('plain')}
              aria-label={`Confirm the test: ${request.refId}`}
            >
              Confirm the test
            </Link>
          }
        />
      ))}
    </ToDoSection>
  );
}

/** Shows the questions of approvers about the reader's requests. */
export function QuestionsSection({ questions }: { questions: readonly OpenQuestion[] }) {
  return (
    <ToDoSection title="Questions">
      {questions.map(({ id, personName, text, request }) => (
        <ToDoLine
          key={id}
          title={
            <>
              <UntrustedText text={personName} limit={80} /> asks: “<UntrustedText text={text} limit={MAX_QUESTION} />”
            </>
          }
          detail={<Payment request={request} verb="to" />}
          action={
            <Link
              href={routes.withdrawal(request.id)}
              className={buttonClass('plain')}
              aria-label={`Answer: ${readableText(request.refId, 80)}`}
            >
              Answer
            </Link>
          }
        />
      ))}
    </ToDoSection>
  );
}

function Payment({ request, verb }: { request: RequestSummary; verb: string }) {
  return (
    <>
      <FixedMoney body={request.body} isRounded /> {verb} <Recipient item={request} />
    </>
  );
}

/** Says how an address book begins; nothing where it has begun. */
export function FirstDaySection({ isBookToBegin }: { isBookToBegin: boolean }) {
  return (
    <ToDoSection title="Address book">
      {isBookToBegin && (
        <ToDoLine
          title="Begin with the recipients that were paid before"
          detail="A second person confirms up to 50 at once."
          action={
            <Link href={routes.adoptRecipients} className={buttonClass('plain')}>
              Add recipients paid before
            </Link>
          }
        />
      )}
    </ToDoSection>
  );
}

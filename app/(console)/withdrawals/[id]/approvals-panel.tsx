import { LeavingTime } from '@/components/values/leaving-time';
import { LimitUses } from '@/components/values/limit-uses';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { StatusMark } from '@/components/ui/status-mark';
import { nameDecider } from '@/lib/delegation/delegations';
import { explainOpenPlace } from '@/lib/requests/explain-place';
import type { DecisionView, RequestView } from '@/lib/requests/request-view';
import { joinList } from '@/lib/text/join-list';

/** Shows the policy rule that applies, every decision so far, and who can decide. */
export function ApprovalsPanel({ request }: { request: RequestView }) {
  const { rule, decisions, state, version } = request;
  const current = decisions.filter((decision) => decision.version === version);
  const earlier = decisions.filter((decision) => decision.version !== version);
  return (
    <section aria-label="Approvals">
      <p className="text-body">
        {rule.sentence}
        <LeavingTime iso={rule.leavesAt} />
        <span className="block text-label text-dim">
          {rule.name !== '' && (
            <>
              Rule “<UntrustedText text={rule.name} />
              ”,{' '}
            </>
          )}
          policy version {rule.policyVersion}
        </span>
      </p>
      {state !== 'AWAITING_APPROVAL' && <LimitUses uses={rule.limits} />}
      <Needs request={request} />
      <Decisions decisions={current} />
      {state === 'AWAITING_APPROVAL' && <Deciders request={request} />}
      {earlier.length > 0 && (
        <details className="mt-3 text-body">
          <summary className="text-dim">Decisions on earlier versions ({earlier.length})</summary>
          <Decisions decisions={earlier} />
        </details>
      )}
    </section>
  );
}

/** Shows what each group and others give: who has approved, and who can. */
function Needs({ request: { needs, state, rule, isProofRequired } }: { request: RequestView }) {
  if (needs.length === 0) return null;
  const isOpen = state === 'AWAITING_APPROVAL';
  return (
    <ul aria-label="Approvals of groups" className="mt-3 space-y-2 text-body">
      {needs.map((need) => {
        const { group, count, filledBy, canFill } = need;
        const missing = count - filledBy.length;
        const wayOut = explainOpenPlace(need, { role: rule.role, isProofRequired });
        return (
          <li key={group ?? ''} className="[overflow-wrap:anywhere]">
            <StatusMark
              tone={missing === 0 ? 'done' : 'waiting'}
              label={
                <>
                  {filledBy.length} of {count}:{' '}
                  {group === null ? 'anyone who may decide' : <UntrustedText text={group} />}
                </>
              }
            />
            {filledBy.length > 0 && (
              <p className="ml-4.5 text-dim">
                Approved by <UntrustedText text={joinList(filledBy)} limit={400} />
              </p>
            )}
            {isOpen && missing > 0 && (
              <p className={`ml-4.5 ${wayOut === undefined ? 'text-dim' : 'text-warn'}`}>
                {canFill.length > 0 && (
                  <>
                    Can approve: <UntrustedText text={joinList(canFill)} limit={400} />
                    {wayOut !== undefined && '. '}
                  </>
                )}
                {wayOut}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Deciders({ request: { rule, approvals, deciders, expiresAt } }: { request: RequestView }) {
  const ready = deciders.filter(({ denialReason }) => denialReason === null).length;
  return (
    <>
      <ul className="mt-3 divide-y divide-line border-t border-line text-body">
        {deciders.map(({ id, name, isReader, denialReason, rejectDenialReason, notSeenSince, delegate }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] gap-3 py-2">
            <span className="[overflow-wrap:anywhere]">
              <UntrustedText text={name} />
              {isReader && ' (you)'}
            </span>
            {denialReason === null ? (
              <span>
                <StatusMark tone="waiting" label="Can decide" />
                {!isReader && notSeenSince !== null && (
                  <span className="block text-label text-dim">
                    Not seen since <Time iso={notSeenSince} />
                  </span>
                )}
                {delegate && (
                  <span className="block text-label text-dim">
                    <UntrustedText text={delegate.name} limit={80} /> decides for {isReader ? 'you' : 'them'} until{' '}
                    <Time iso={delegate.until} />
                  </span>
                )}
              </span>
            ) : (
              <span className="text-dim">
                {denialReason}
                {rejectDenialReason === null && ' Can reject.'}
              </span>
            )}
          </li>
        ))}
      </ul>
      {ready < approvals.required - approvals.given && (
        <p className="mt-2 text-body text-dim">
          Too few people with the role {rule.role} can decide yet. Others appear here after their first sign-in.
        </p>
      )}
      <p className="mt-2 text-label text-dim">
        Expires <Time iso={expiresAt} /> unless decided before.
      </p>
    </>
  );
}

function Decisions({ decisions }: { decisions: readonly DecisionView[] }) {
  if (decisions.length === 0) return null;
  return (
    <ol aria-label="Decisions" className="mt-3 space-y-2 text-body">
      {decisions.map(
        ({ personName, forPersonName, version, verdict, comment, decidedAt, isSigned, withdrawal, voidReason }) => (
          <li key={`${version} ${personName}`}>
            <StatusMark
              tone={toneOf({ verdict, withdrawal, voidReason })}
              label={
                <>
                  <UntrustedText text={nameDecider({ personName, forPersonName })} />{' '}
                  {verdict === 'APPROVED' ? 'approved' : 'rejected'} version {version},{' '}
                  <Time iso={decidedAt} withSeconds />
                </>
              }
            />
            {(verdict === 'APPROVED' || isSigned) && (
              <p className="ml-4.5 text-label text-dim">{isSigned ? 'Signed with a passkey' : 'Not signed'}</p>
            )}
            {comment !== '' && (
              <p className="ml-4.5 text-dim">
                “<UntrustedText text={comment} limit={500} />”
              </p>
            )}
            {withdrawal && (
              <p className="ml-4.5">
                Approval withdrawn, <Time iso={withdrawal.at} withSeconds />
                {withdrawal.reason !== '' && (
                  <>
                    : “<UntrustedText text={withdrawal.reason} limit={500} />”
                  </>
                )}
              </p>
            )}
            {voidReason !== null && !withdrawal && (
              <p className="ml-4.5">This approval does not count: {voidReason}.</p>
            )}
          </li>
        ),
      )}
    </ol>
  );
}

function toneOf({ verdict, withdrawal, voidReason }: Pick<DecisionView, 'verdict' | 'withdrawal' | 'voidReason'>) {
  if (verdict === 'REJECTED') return 'failed';
  return withdrawal === null && voidReason === null ? 'done' : 'unknown';
}

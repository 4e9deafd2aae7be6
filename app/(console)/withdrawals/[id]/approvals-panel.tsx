import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import type { DecisionView, RequestView } from '@/lib/requests/request-view';

/** Which rule applies and why, who may decide and who may not and why not, and what was decided so far. */
export function ApprovalsPanel({ request }: { request: RequestView }) {
  const { rule, approvals, decisions, deciders, state, version, expiresAt } = request;
  const isWaiting = state === 'AWAITING_APPROVAL';
  const current = decisions.filter((decision) => decision.version === version);
  const isVoid = decisions.filter((decision) => decision.version !== version);
  const open = deciders.filter(({ denialReason }) => denialReason === null).length;
  return (
    <Panel title="Who decides">
      <p className="text-sm">
        {rule.sentence}
        {rule.name !== '' && (
          <span className="block text-xs text-dim">
            “<UntrustedText text={rule.name} />
            ”, version {rule.policyVersion} of the policy
          </span>
        )}
      </p>
      <Decisions decisions={current} />
      {isWaiting && (
        <>
          <ul className="mt-3 divide-y divide-line border-t border-line text-sm">
            {deciders.map(({ id, name, isReader, denialReason }) => (
              <li key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] gap-3 py-2">
                <span className="[overflow-wrap:anywhere]">
                  <UntrustedText text={name} />
                  {isReader && ' (you)'}
                </span>
                {denialReason === null ? (
                  <StatusMark tone="waiting" label="may decide" />
                ) : (
                  <span className="text-dim">{denialReason}</span>
                )}
              </li>
            ))}
          </ul>
          {open < approvals.required - approvals.given && (
            <p className="mt-2 text-sm text-dim">
              Nobody else with the role {rule.role} has signed in to this console yet; they count once they have.
            </p>
          )}
          <p className="mt-2 text-xs text-dim">
            Expires on <Time iso={expiresAt} /> where it is not decided by then.
          </p>
        </>
      )}
      {isVoid.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="text-dim">Void, on earlier versions ({isVoid.length})</summary>
          <Decisions decisions={isVoid} />
        </details>
      )}
    </Panel>
  );
}

function Decisions({ decisions }: { decisions: readonly DecisionView[] }) {
  if (decisions.length === 0) return null;
  return (
    <ol aria-label="Decisions" className="mt-3 space-y-2 text-sm">
      {decisions.map(({ personName, version, verdict, comment, decidedAt }) => (
        <li key={`${version} ${personName}`}>
          <StatusMark
            tone={verdict === 'APPROVED' ? 'done' : 'failed'}
            label={
              <>
                <UntrustedText text={personName} /> {verdict === 'APPROVED' ? 'approved' : 'rejected'} version {version}
                , <Time iso={decidedAt} withSeconds />
              </>
            }
          />
          {comment !== '' && (
            <p className="ml-4.5 text-dim">
              “<UntrustedText text={comment} limit={500} />”
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

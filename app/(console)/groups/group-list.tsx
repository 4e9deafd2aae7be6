import { Panel } from '@/components/ui/panel';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { ApproverGroup } from '@/lib/approver-groups/approver-groups';
import { describeRulesOf } from '@/lib/policy/named-groups';
import type { PolicyRule } from '@/lib/policy/rules';
import type { MemberView } from '@/lib/server/approver-groups/read';

interface GroupListProps {
  groups: readonly ApproverGroup[];
  members: ReadonlyMap<string, readonly MemberView[]>;
  /** Rules of the policy in force. */
  rules: readonly PolicyRule[];
}

/** Lists the groups in force with the people who are in them now and the rules that require them. */
export function GroupList({ groups, members, rules }: GroupListProps) {
  return (
    <Panel title="Groups in force">
      {groups.length === 0 ? (
        <p className="text-body text-dim">
          There are no groups yet. Rules of the policy count approvers and administrators without them.
        </p>
      ) : (
        <dl className="divide-y divide-line text-body">
          {groups.map(({ name, claim }) => (
            <div key={name} className="grid gap-x-6 gap-y-1 py-2 sm:grid-cols-[12.25rem_minmax(0,1fr)]">
              <dt className="font-medium [overflow-wrap:anywhere]">
                <UntrustedText text={name} limit={80} />
                {claim !== null && (
                  <span className="block text-label font-normal text-dim">
                    From the identity provider: “<UntrustedText text={claim} limit={200} />”
                  </span>
                )}
              </dt>
              <dd className="min-w-0">
                <Members members={members.get(name) ?? []} />
                <UsedBy rules={describeRulesOf(name, rules)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

function UsedBy({ rules }: { rules: string }) {
  return (
    <p className="mt-1 text-label text-dim [overflow-wrap:anywhere]">
      {rules === '' ? (
        'No rule of the policy requires this group.'
      ) : (
        <>
          Required by <UntrustedText text={rules} limit={1000} />.
        </>
      )}
    </p>
  );
}

function Members({ members }: { members: readonly MemberView[] }) {
  if (members.length === 0)
    return <p className="text-warn">Nobody. Requests that need an approval of this group wait, and cannot be sent.</p>;
  return (
    <ul>
      {members.map(({ id, label, counts }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <UntrustedText text={label} limit={160} />
          {!counts && (
            <span className="block text-label text-dim">
              Counts once two administrators sign that their passkeys are in this group (Account, Passkeys of others).
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

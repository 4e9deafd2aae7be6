import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Account } from '@/lib/identity/account';
import { describeAgent } from '@/lib/identity/sessions';

/** Lists the reader's last sign-ins, so that one by another person is noticed. */
export function RecentSignIns({ signIns }: Pick<Account, 'signIns'>) {
  return (
    <Panel title="Recent sign-ins">
      <ul aria-label="Recent sign-ins" className="divide-y divide-line text-body">
        {signIns.map(({ key, at, address, agent, hasEnded }) => (
          <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 last:pb-0">
            <span>
              <Time iso={at} withSeconds />
              {hasEnded && <span className="text-dim"> · ended</span>}
            </span>
            <span className="text-dim [overflow-wrap:anywhere]">
              {describeAgent(agent)},{' '}
              {address === null ? 'unknown address' : <UntrustedText text={address} limit={80} />}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

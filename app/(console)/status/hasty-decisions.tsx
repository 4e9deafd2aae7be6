import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { PageSection } from '@/components/ui/panel';
import { describeHaste, type HasteCount } from '@/lib/requests/haste';

/** Shows administrators who decided on withdrawals in haste. It is a count, not a verdict. */
export function HastyDecisions({ counts }: { counts: readonly HasteCount[] }) {
  if (counts.length === 0) return null;
  return (
    <PageSection title="Hasty decisions">
      <ul className="space-y-1 text-body">
        {counts.map(({ name, lastAt, ...count }, index) => (
          <li key={index} className="[overflow-wrap:anywhere]">
            <UntrustedText text={name} />: {describeHaste(count)}{' '}
            <span className="text-dim">
              Latest: <Time iso={lastAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-label text-dim">
        Approvals and rejections of the last 30 days. The browser measures how long a request was shown. A person who
        read it elsewhere, such as in a batch, may be quick for a good reason.
      </p>
    </PageSection>
  );
}

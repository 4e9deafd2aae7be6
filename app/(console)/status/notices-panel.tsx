import { PageSection } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { NoticeOverview } from '@/lib/notifications/contract';
import { formatCount } from '@/lib/text/locale';

/** Shows whether people are notified of what waits for them, and what could not be delivered. */
export function Notices({ overview }: { overview: NoticeOverview }) {
  const { isMailOn, queued, oldestDue, dead, latestDead } = overview;
  if (!isMailOn)
    return (
      <PageSection title="Notifications">
        <p className="text-body text-dim">
          This console has no mail server, so nobody is notified of what waits for them. The operator sets SMTP_URL.
        </p>
      </PageSection>
    );
  return (
    <PageSection title="Notifications">
      <p className="text-body">
        <StatusMark
          tone={dead > 0 ? 'failed' : oldestDue === null ? 'done' : 'waiting'}
          label={dead > 0 ? `${dead} given up in seven days` : oldestDue === null ? 'Delivered' : 'Being delivered'}
        />
      </p>
      {queued > 0 && (
        <p className="mt-1 text-label text-dim">
          {formatCount(queued)} to be delivered
          {oldestDue !== null && (
            <>
              , the oldest due <Time iso={oldestDue} withTime />
            </>
          )}
        </p>
      )}
      {latestDead.length > 0 && (
        <ul aria-label="Notifications given up" className="mt-3 divide-y divide-line border-t border-line text-body">
          {latestDead.map(({ at, personName, label, failure }, place) => (
            // Nothing else tells two of them apart, and the list is only read.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place} className="py-2 [overflow-wrap:anywhere]">
              <p>
                <UntrustedText text={personName} limit={80} />: {label}
              </p>
              <p className="text-label text-dim">
                {failure} <Time iso={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  );
}

import { HomeSection } from '@/app/(console)/(home)/home-section';
import { type AlarmFacts, listAlarms } from '@/app/(console)/(home)/home-alarms';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';

/** Shows administrators what must not wait, or that nothing does. */
export function AlarmsSection({ facts }: { facts: AlarmFacts }) {
  const alarms = listAlarms(facts);
  return (
    <HomeSection title="Alarms" count={alarms.length}>
      {alarms.length === 0 ? (
        <p className="text-body">
          <StatusMark tone="done" label="No alarms. Sending is on, and every outcome is known." />
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-bad/60 bg-panel">
          {alarms.map(({ title, detail, since, href, action }) => (
            <li
              key={title}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2.5 text-body"
            >
              <div className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
                <p className="font-medium">
                  <StatusMark tone="failed" label={title} />
                </p>
                <p className="mt-0.5 text-label text-dim">
                  <UntrustedText text={detail} limit={700} />
                  {since !== undefined && (
                    <>
                      {' '}
                      Since <Time iso={since} withTime />.
                    </>
                  )}
                </p>
              </div>
              <Link href={href} className={buttonClass('plain')} aria-label={`${action}: ${title}`}>
                {action}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}

import { type AlarmFacts, listAlarms } from '@/app/(console)/(home)/home-alarms';
import { ToDoLine, ToDoSection } from '@/app/(console)/(home)/to-do';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';

/** Shows administrators what must not wait; nothing where nothing is wrong. */
export function AlarmsSection({ facts }: { facts: AlarmFacts }) {
  return (
    <ToDoSection title="Alarms">
      {listAlarms(facts).map(({ title, detail, since, href, action }) => (
        <ToDoLine
          key={title}
          title={<StatusMark tone="failed" label={title} />}
          detail={
            <>
              <UntrustedText text={detail} limit={700} />
              {since !== undefined && (
                <>
                  {' '}
                  Since <Time iso={since} withTime />.
                </>
              )}
            </>
          }
          action={
            <Link href={href} className={buttonClass('plain')} aria-label={`${action}: ${title}`}>
              {action}
            </Link>
          }
        />
      ))}
    </ToDoSection>
  );
}

import { clsx } from 'clsx';
import Form from 'next/form';
import { EndOtherSessions, EndSession } from '@/app/(console)/_sessions/end-session';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Button, buttonClass } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { PageSection, Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import type { SessionList } from '@/lib/server/auth/list-sessions';
import { describeAgent, type SessionView } from '@/lib/identity/sessions';
import { formatCount } from '@/lib/text/locale';

/** Lists everybody's active sessions, each with a button that ends it for a reader who can. */
export function Sessions({ sessions: { name, items, total } }: { sessions: SessionList }) {
  return (
    <PageSection title="Sessions">
      <Filter name={name} />
      <p className="mb-1 text-body text-dim">{describeCount(items.length, total, name)}</p>
      <SessionLines items={items} isOfReader={false} />
    </PageSection>
  );
}

/** Lists the reader's own active sessions, each with a button that ends it. */
export function OwnSessions({ items }: { items: readonly SessionView[] }) {
  const own = items.find(({ isOwn }) => isOwn);
  return (
    <Panel title="Your sessions" aside={own && <EndOtherSessions own={own.key} others={items.length - 1} />}>
      <p className="mb-1 text-body text-dim">End one that you do not recognise, and tell an administrator.</p>
      <SessionLines items={items} isOfReader />
    </Panel>
  );
}

function SessionLines({ items, isOfReader }: { items: readonly SessionView[]; isOfReader: boolean }) {
  return (
    <ul aria-label="Active sessions" className="text-body">
      {items.map((session, index) => (
        <SessionLine
          key={session.key}
          session={session}
          isOfReader={isOfReader}
          isFirstOfPerson={items[index - 1]?.personId !== session.personId}
        />
      ))}
    </ul>
  );
}

function Filter({ name }: { name: string }) {
  return (
    <Form action={routes.people} scroll={false} className="mb-3 flex flex-wrap items-end gap-2">
      {/* The key resets the field when a link changed the address. */}
      <InputField
        key={name}
        id="session-name"
        label="Name contains"
        className="w-full max-w-64"
        name="name"
        defaultValue={name}
      />
      <Button type="submit">Filter</Button>
      {name !== '' && (
        <Link href={routes.people} scroll={false} className={buttonClass('quiet')}>
          Show all
        </Link>
      )}
    </Form>
  );
}

interface SessionLineProps {
  session: SessionView;
  isOfReader: boolean;
  /** True where the person is named, with what ends all of their sessions. */
  isFirstOfPerson: boolean;
}

function SessionLine({ session, isOfReader, isFirstOfPerson }: SessionLineProps) {
  const { name, roles, since, seenAt, address, agent, isOwn, canEnd } = session;
  const rolesText = roles.length > 0 ? roles.join(', ') : 'no role';
  const addressText = address === null ? 'Unknown address' : <UntrustedText text={address} limit={80} />;
  return (
    <li
      className={clsx(
        'grid items-start gap-x-4 gap-y-1 border-line pb-2.5 sm:grid-cols-2',
        (isFirstOfPerson || isOfReader) && 'border-t pt-2.5 first:border-t-0',
        isOfReader ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_7rem]' : PERSON_COLUMNS,
      )}
    >
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <span className={clsx('font-medium', !isOfReader && !isFirstOfPerson && 'sr-only')}>
          {isOfReader ? describeAgent(agent) : <UntrustedText text={name} limit={80} />}
        </span>
        {isOwn && <span> · this session</span>}
        {(isOfReader || isFirstOfPerson) && (
          <span className="block text-dim">{isOfReader ? addressText : rolesText}</span>
        )}
      </div>
      <div className="text-dim">
        <span className="block">
          Since <Time iso={since} />
        </span>
        <span className="block">
          Last seen <Time iso={seenAt} />
        </span>
      </div>
      {!isOfReader && (
        <div className="min-w-0 text-dim [overflow-wrap:anywhere]">
          <span className="block">{describeAgent(agent)}</span>
          <span className="block">{addressText}</span>
        </div>
      )}
      {/* A reader ends this session by signing out, and the others of their own under Account. */}
      {canEnd && !isOwn && <EndSession session={session} isOfReader={isOfReader} hasEndAll={isFirstOfPerson} />}
    </li>
  );
}

const PERSON_COLUMNS =
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_9.5rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_19rem]';

function describeCount(shown: number, total: number, name: string): string {
  const number = formatCount(total);
  if (total === 0) return name === '' ? 'No active sessions.' : 'No active sessions for this name.';
  if (shown < total) return `The newest ${shown} of ${number} active sessions. Filter by name to see others.`;
  return total === 1 ? '1 active session.' : `${number} active sessions.`;
}

import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { OtherPasskeys, OwnPasskeys, PasskeysToConfirm } from '@/app/(console)/account/passkey-panels';
import { DelegationPanel } from '@/app/(console)/account/delegation-panel';
import { NoticeChoices } from '@/app/(console)/account/notices-panel';
import { KeyListChanges } from '@/app/(console)/account/key-list-changes';
import { RecentSignIns } from '@/app/(console)/account/recent-sign-ins';
import { RightsPanel } from '@/app/(console)/account/rights-panel';
import { OwnSessions } from '@/app/(console)/_sessions/session-list';
import { ThemePanel } from '@/app/(console)/account/theme-panel';
import { Columns } from '@/components/ui/columns';
import { Fact, Facts } from '@/components/ui/facts';
import { PageTitle, Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Account } from '@/lib/identity/account';
import { denialReason } from '@/lib/identity/roles';
import { isSignInTimeKnown } from '@/lib/identity/sign-in-time';
import { listOwnSessions } from '@/lib/server/auth/list-sessions';
import { readTheme } from '@/lib/server/cookies/own-cookies';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readAccount } from '@/lib/server/auth/read-account';
import { readDelegations } from '@/lib/server/delegation/read';
import { readNoticeSettings } from '@/lib/server/notifications/preferences';
import { readPasskeys } from '@/lib/server/passkeys/list';

export const metadata: Metadata = { title: 'Account' };

/** Every zone that the server knows: another list in the browser would not be what was sent. */
const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Shows the reader who they are to the console, where they are signed in, what their roles allow, and passkeys. */
export default async function AccountPage() {
  const { roles } = await requirePage('readStatus');
  const [account, sessions, passkeys, notices, delegations, theme] = await Promise.all([
    readAccount(),
    listOwnSessions(),
    readPasskeys(),
    readNoticeSettings(),
    readDelegations(),
    readTheme(),
  ]);
  if (!account.ok || !sessions.ok || !passkeys.ok || !notices.ok || !delegations.ok)
    throw new Error('the account was denied to its owner');
  const canDecide = denialReason('decideOnWithdrawals', roles) === undefined;
  const isAdministrator = denialReason('confirmPasskeys', roles) === undefined;
  return (
    <>
      <PageTitle title="Account" />
      <Group title="You">
        <Columns
          aside={
            <>
              <ThemePanel initial={theme} />
              <RightsPanel roles={roles} />
            </>
          }
        >
          <IdentityPanel account={account.value} />
        </Columns>
      </Group>
      <Group title="Sign-in and passkeys">
        <Columns aside={<RecentSignIns signIns={account.value.signIns} />}>
          <OwnSessions items={sessions.value} />
        </Columns>
        <OwnPasskeys passkeys={passkeys.value} roles={roles} />
        {isAdministrator && <PasskeysToConfirm passkeys={passkeys.value} />}
        {isAdministrator && <OtherPasskeys passkeys={passkeys.value} />}
        {isAdministrator && <KeyListChanges passkeys={passkeys.value} />}
      </Group>
      <Group title={canDecide ? 'Notifications and absence' : 'Notifications'}>
        <NoticeChoices settings={notices.value} timeZones={TIME_ZONES} />
        {canDecide && <DelegationPanel view={delegations.value} />}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6 space-y-4 first-of-type:mt-0">
      {/* For the outline of the page: each panel has its own title on the screen. */}
      <h2 className="sr-only">{title}</h2>
      {children}
    </section>
  );
}

function IdentityPanel({ account }: { account: Account }) {
  const { name, email, roles, issuer, subject, authenticatedAt, endsAt, idleMinutes } = account;
  return (
    <Panel title="Identity">
      <Facts>
        <Fact name="Name">
          <UntrustedText text={name} limit={120} />
        </Fact>
        <Fact name="E-mail">{email !== null && <UntrustedText text={email} limit={200} />}</Fact>
        <Fact name={roles.length === 1 ? 'Role' : 'Roles'}>{roles.join(', ')}</Fact>
        <Fact name="Signed in">
          {isSignInTimeKnown(new Date(authenticatedAt)) ? (
            <Time iso={authenticatedAt} withSeconds />
          ) : (
            'Your identity provider does not say when.'
          )}
        </Fact>
        <Fact name="Session ends">
          <Time iso={endsAt} withTime />, or after {idleMinutes === 1 ? 'a minute' : `${idleMinutes} minutes`} without
          use
        </Fact>
        <Fact name="Identity provider">
          <UntrustedText text={issuer} limit={300} />
          <span className="block text-label text-dim">
            Your ID there: <UntrustedText text={subject} limit={300} />
          </span>
        </Fact>
      </Facts>
    </Panel>
  );
}

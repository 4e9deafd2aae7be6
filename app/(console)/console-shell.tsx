import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { CommandSearch } from '@/components/search/command-search';
import { type Environment, EnvironmentBadge, EnvironmentLine } from '@/components/shell/environment-badge';
import { HeaderMenu } from '@/components/shell/header-menu';
import { KeysButton } from '@/components/shell/keys-button';
import { QUIET_MENU_ITEM } from '@/components/shell/menu-item';
import { ConsoleNav } from '@/components/shell/navigation/console-nav';
import { FocusSearch } from '@/components/shell/navigation/focus-search';
import { firstPageFor, sectionsFor } from '@/components/shell/navigation/navigation';
import { SectionFrame } from '@/components/shell/navigation/section-frame';
import { SessionWatch } from '@/components/shell/session-watch';
import { ShellDialogs } from '@/components/shell/shell-dialogs';
import { SignOutForm } from '@/components/shell/sign-out-form';
import type { StopSending } from '@/components/shell/stop-dialog';
import { StopSendingButton } from '@/components/shell/stop-sending';
import { SendingStoppedNotice } from '@/components/shell/stopped-notice';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Mark } from '@/components/ui/mark';
import { Toasts } from '@/components/ui/toast/toasts';
import type { Denial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { Result } from '@/lib/result';
import type { SendingPoll } from '@/lib/sends/contract';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

interface ConsoleShellProps {
  environment: Environment;
  person: { id: string; name: string; roles: readonly Role[] };
  signOut: () => Promise<Result<never, Denial>>;
  /** The state of sending, and what waits for the person, as last read. */
  sending: Omit<SendingPoll, 'personId'>;
  stopSending: StopSending;
  children: ReactNode;
}

/** Renders the layout around every page: navigation, environment, search and the signed-in person. */
export function ConsoleShell({ environment, person, signOut, sending, stopSending, children }: ConsoleShellProps) {
  const sections = sectionsFor(person.roles);
  const canStop = denialReason('stopSending', person.roles) === undefined;
  return (
    <SessionWatch personId={person.id} initial={sending}>
      <ShellDialogs
        stop={stopSending}
        canRequest={denialReason('makeWithdrawal', person.roles) === undefined}
        canDecide={denialReason('decideOnWithdrawals', person.roles) === undefined}
      >
        {/* Sticky parts of a page stick below the header, whose height is `--header-height`. */}
        <div className="min-h-dvh [--header-height:3.25rem] md:grid md:grid-cols-[11.5rem_minmax(0,1fr)] print:block">
          <a
            href="#content"
            className="fixed top-2 left-2 z-50 -translate-y-16 print:hidden rounded-control bg-accent px-3.5 py-2 font-medium text-accent-ink focus:translate-y-0"
          >
            Skip to content
          </a>
          <EnvironmentLine environment={environment} />
          <aside className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-line px-2.5 pt-[3px] pb-2.5 max-md:hidden print:hidden">
            <Brand className="flex h-12 shrink-0 px-2.5" />
            <ConsoleNav sections={sections} />
            <div className="mt-auto">{canStop && <StopSendingButton />}</div>
          </aside>
          <div className="min-w-0">
            <header className="sticky top-0 z-30 flex h-(--header-height) items-center gap-1 border-b border-line bg-page px-4 pt-[3px] md:px-6 print:hidden">
              <Brand className="mr-2 flex md:hidden" />
              <CommandSearch roles={person.roles} />
              <EnvironmentBadge environment={environment} className="ml-auto px-2" />
              <div className="flex items-center max-md:hidden">
                <KeysButton />
                <Link href={routes.help} className={buttonClass('quiet', 'px-2')}>
                  Help
                </Link>
              </div>
              {/* The name of a person may begin as another button, such as “approver”, so it describes this one. */}
              <HeaderMenu
                className="max-md:hidden"
                menuClass="right-2 left-auto w-60"
                name="Account"
                title={person.name}
                label={<Initials name={person.name} />}
              >
                <SignedIn person={person} signOut={signOut} />
              </HeaderMenu>
              <HeaderMenu
                className="md:hidden"
                menuClass="inset-x-2 w-auto"
                label={
                  <>
                    <Menu aria-hidden className="size-4" />
                    Menu
                  </>
                }
              >
                <ConsoleNav sections={sections} />
                <Link href={routes.help} className={QUIET_MENU_ITEM}>
                  Help
                </Link>
                {canStop && <StopSendingButton />}
                <SignedIn person={person} signOut={signOut} className="mt-1 border-t border-line pt-1" />
              </HeaderMenu>
            </header>
            <SendingStoppedNotice />
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto max-w-table scroll-mt-(--header-height) px-4 py-5 outline-none md:px-6"
            >
              <SectionFrame sections={sections}>{children}</SectionFrame>
              {firstPageFor(person.roles) === routes.transfers && <FocusSearch path={routes.transfers} />}
            </main>
          </div>
        </div>
      </ShellDialogs>
      <Toasts />
    </SessionWatch>
  );
}

function Brand({ className }: { className: string }) {
  return (
    <Link href={routes.home} className={`items-center gap-2 text-heading font-semibold tracking-tight ${className}`}>
      <Mark className="size-5" />
      <span className="max-md:sr-only">Countersign</span>
    </Link>
  );
}

const MAX_INITIALS = 2;

/** The first letters of a name in a circle, for the eye: the button has a name. */
function Initials({ name }: { name: string }) {
  const letters = Array.from(revealHiddenCharacters(name).trim()).slice(0, MAX_INITIALS).join('').toUpperCase();
  return (
    <span aria-hidden className="grid size-7 place-content-center rounded-full bg-accent-soft text-label text-accent">
      <bdi>{letters}</bdi>
    </span>
  );
}

function SignedIn({
  person,
  signOut,
  className,
}: Pick<ConsoleShellProps, 'person' | 'signOut'> & { className?: string }) {
  return (
    <div className={className}>
      <p className="px-2.5 py-1.5 text-label [overflow-wrap:anywhere]">
        <span className="sr-only">Signed in as </span>
        <bdi className="font-medium">{revealHiddenCharacters(person.name)}</bdi>
        <span className="text-dim"> · {person.roles.join(', ') || 'no role'}</span>
      </p>
      <Link href={routes.account} className={QUIET_MENU_ITEM}>
        Account
      </Link>
      <SignOutForm signOut={signOut} />
    </div>
  );
}

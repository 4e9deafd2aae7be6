import type { ReactNode } from 'react';
import { CommandSearch } from '@/components/search/command-search';
import { ConsoleMenu } from '@/components/shell/console-menu';
import { ConsoleNav } from '@/components/shell/console-nav';
import { type Environment, EnvironmentBadge, EnvironmentLine } from '@/components/shell/environment-badge';
import { pagesFor } from '@/components/shell/pages-for-roles';
import { SessionWatch } from '@/components/shell/session-watch';
import { SignOutForm } from '@/components/shell/sign-out-form';
import type { StopSending } from '@/components/shell/stop-dialog';
import { StopSendingButton, StopSendingDialog } from '@/components/shell/stop-sending';
import { SendingStoppedNotice } from '@/components/shell/stopped-notice';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { Link } from '@/components/ui/link';
import { Toasts } from '@/components/ui/toast/toasts';
import { routes } from '@/lib/http/routes';
import type { Denial } from '@/lib/http/denials';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { Result } from '@/lib/result';
import type { SendingPoll } from '@/lib/sends/contract';

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
  const nav = {
    pages: pagesFor(person.roles).map(({ href }) => href),
    // Administrators and auditors work with these pages.
    isAdministrationOpen: denialReason('readAudit', person.roles) === undefined,
  };
  return (
    <SessionWatch personId={person.id} initial={sending}>
      <StopSendingDialog stop={stopSending}>
        {/* Sticky parts of a page stick below the header, whose height is `--header-height`. */}
        <div className="min-h-dvh [--header-height:3.25rem] md:grid md:grid-cols-[11.5rem_minmax(0,1fr)] print:block">
          <a
            href="#content"
            className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-3.5 py-2 font-medium text-accent-ink focus:translate-y-0"
          >
            Skip to content
          </a>
          <EnvironmentLine environment={environment} />
          <aside className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-line px-2.5 pt-[3px] pb-2.5 max-md:hidden print:hidden">
            <Brand className="flex h-12 shrink-0 items-center px-2.5" />
            <ConsoleNav {...nav} />
            <SignedIn person={person} signOut={signOut} />
          </aside>
          <div className="min-w-0">
            <header className="sticky top-0 z-30 flex h-(--header-height) items-center gap-3 border-b border-line bg-page px-4 pt-[3px] md:px-6 print:hidden">
              {/* Where the text is large on a phone, the environment and the menu need its place. */}
              <Brand className="max-[22rem]:hidden md:hidden" />
              <CommandSearch roles={person.roles} />
              <EnvironmentBadge environment={environment} />
              <ConsoleMenu {...nav}>
                <SignedIn person={person} signOut={signOut} />
              </ConsoleMenu>
            </header>
            <SendingStoppedNotice />
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto max-w-table scroll-mt-(--header-height) px-4 py-5 outline-none md:px-6"
            >
              {children}
            </main>
          </div>
        </div>
      </StopSendingDialog>
      <Toasts />
    </SessionWatch>
  );
}

function Brand({ className }: { className: string }) {
  return <span className={`text-heading font-semibold tracking-tight ${className}`}>Countersign</span>;
}

function SignedIn({ person, signOut }: Pick<ConsoleShellProps, 'person' | 'signOut'>) {
  return (
    <div className="mt-auto max-md:mt-2">
      {denialReason('stopSending', person.roles) === undefined && <StopSendingButton />}
      <div className="mt-1 border-t border-line px-2.5 pt-2.5 text-label">
        <Link href={routes.account} className="-mx-2.5 block rounded-control px-2.5 py-1 hover:bg-soft">
          <span className="sr-only">Account: signed in as </span>
          <bdi className="block font-medium [overflow-wrap:anywhere]">{revealHiddenCharacters(person.name)}</bdi>
          <span className="block text-dim">{person.roles.join(', ') || 'No role'}</span>
        </Link>
        <SignOutForm signOut={signOut} />
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { signOutAction } from '@/app/(console)/actions';
import { stopSendingAction } from '@/app/(console)/status/actions';
import { ConsoleShell } from '@/app/(console)/console-shell';
import { ProfileNamesProvider } from '@/components/profiles/profile-names';
import { Mark } from '@/components/ui/mark';
import { Notice } from '@/components/ui/notice';
import { consoleEnvironment, letterhead } from '@/lib/server/config/environment';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { readProfileNames } from '@/lib/server/profiles/profile-names';
import { readSendingState } from '@/lib/server/stop-switch/stop-switch';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const person = await requireSignedIn();
  const { id, name, roles } = person;
  const [sending, waiting, profiles] = await Promise.all([
    readSendingState(),
    countWaiting(person),
    readProfileNames(person),
  ]);
  return (
    <ProfileNamesProvider profiles={profiles}>
      <ConsoleShell
        environment={consoleEnvironment()}
        person={{ id, name, roles }}
        signOut={signOutAction}
        sending={{ ...sending, waiting }}
        stopSending={stopSendingAction}
      >
        {/* On paper, above every page; a document with a letterhead has its own (globals.css). */}
        <div data-print-head className="mb-4 hidden items-center gap-2 font-semibold print:flex">
          <Mark className="size-5" />
          {letterhead().name}
        </div>
        {roles.length > 0 ? (
          children
        ) : (
          <Notice look="warn" title="Your account has no role in this console">
            <p>
              Roles come from the groups of your company’s sign-in. Ask those who manage it for a group of this console,
              then sign out and sign in again. Administrators of the console find in the audit log, at your sign-in,
              which claims came.
            </p>
          </Notice>
        )}
      </ConsoleShell>
    </ProfileNamesProvider>
  );
}

import { sectionsFor } from '@/components/shell/navigation/navigation';
import { downloadRoutes, routes } from '@/lib/http/routes';
import { type Capability, denialReason, type Role } from '@/lib/identity/roles';

/** What the search can do beside finding: open a page, save a file, or act here. */
export type Command = { name: string; hint?: string; key?: string } & (
  | { href: string }
  | { file: string }
  | { act: 'approveNext' | 'stop' | 'keys' }
);

type Action = Command & {
  needs?: Capability;
  /** False while the action does nothing. */
  isPossible?: (state: CommandState) => boolean;
};

/** What decides whether an action is offered now. */
export interface CommandState {
  /** How many things wait for the reader. */
  waiting: number;
  isStopped: boolean;
}

const ACTIONS: readonly Action[] = [
  { name: 'New withdrawal', href: routes.newWithdrawal, key: 'n', needs: 'makeWithdrawal' },
  { name: 'Import withdrawals', href: routes.importWithdrawals, needs: 'makeWithdrawal' },
  {
    name: 'Approve next',
    act: 'approveNext',
    needs: 'decideOnWithdrawals',
    isPossible: ({ waiting }) => waiting > 0,
  },
  { name: 'Export transfers', file: downloadRoutes.transfers, needs: 'readTransfers' },
  { name: 'Export withdrawals', file: downloadRoutes.withdrawals, needs: 'readWithdrawals' },
  { name: 'Export recipients', file: downloadRoutes.recipients, needs: 'readRecipients' },
  { name: 'Export the audit log', file: downloadRoutes.audit, needs: 'readAudit' },
  { name: 'Keys', act: 'keys', key: '?' },
  // Last: the farthest from what Enter opens.
  { name: 'Stop sending', act: 'stop', needs: 'stopSending', isPossible: ({ isStopped }) => !isStopped },
];

/** Finds the actions and the pages for these roles whose names contain a text, ignoring case. */
export function findCommands(
  text: string,
  roles: readonly Role[],
  state: CommandState,
): { actions: Command[]; pages: (Command & { href: string })[] } {
  const isFound = ({ name }: Command) => name.toLowerCase().includes(text.toLowerCase());
  const pages = sectionsFor(roles).flatMap((section) => section.pages);
  return {
    actions: ACTIONS.filter(
      (action) =>
        isFound(action) &&
        (action.needs === undefined || denialReason(action.needs, roles) === undefined) &&
        (action.isPossible?.(state) ?? true),
    ),
    pages: pages.map(({ href, label, name = label, hint }) => ({ name, href, hint })).filter(isFound),
  };
}

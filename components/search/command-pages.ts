import { FilePlus, ListChecks, Sheet } from 'lucide-react';
import { type ConsolePage, pagesFor } from '@/components/shell/console-pages';
import { type Role, denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** A page that somebody goes to by its name. */
export interface CommandPage extends ConsolePage {
  /** What the command is called. */
  name: string;
}

// Pages that the navigation does not name, because others lead to them.
const BEYOND: readonly ConsolePage[] = [
  { href: routes.newWithdrawal, label: 'New withdrawal', Icon: FilePlus, needs: 'makeWithdrawal' },
  { href: routes.importWithdrawals, label: 'Import withdrawals', Icon: Sheet, needs: 'makeWithdrawal' },
  { href: routes.bulkLookup, label: 'Look up many references', Icon: ListChecks, needs: 'readTransfers' },
];

/** The pages that somebody with these roles can go to and whose name holds a text, in whatever case. */
export function findPages(text: string, roles: readonly Role[]): CommandPage[] {
  const beyond = BEYOND.filter(({ needs }) => needs === undefined || denialReason(needs, roles) === undefined);
  const pages = [
    ...pagesFor(roles).map((page) => ({ ...page, name: `Go to ${page.label}` })),
    ...beyond.map((page) => ({ ...page, name: page.label })),
  ];
  return pages.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
}

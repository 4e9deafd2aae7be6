import { CircleUser, FilePlus, FileSpreadsheet, ListChecks, Sheet } from 'lucide-react';
import type { ConsolePage } from '@/components/shell/console-pages';
import { pagesFor } from '@/components/shell/pages-for-roles';
import { type Role, denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** A page that the search offers by its name. */
export interface CommandPage extends ConsolePage {
  /** The text of the option. */
  name: string;
}

// Pages that are not in the navigation.
const OTHER_PAGES: readonly ConsolePage[] = [
  { href: routes.newWithdrawal, label: 'New withdrawal', Icon: FilePlus, needs: 'makeWithdrawal' },
  { href: routes.importWithdrawals, label: 'Import withdrawals', Icon: Sheet, needs: 'makeWithdrawal' },
  { href: routes.bulkLookup, label: 'Bulk lookup', Icon: ListChecks, needs: 'readTransfers' },
  { href: routes.account, label: 'Account', Icon: CircleUser, needs: 'readStatus' },
  { href: routes.statements, label: 'Monthly statements', Icon: FileSpreadsheet, needs: 'readTransfers' },
];

/** Finds the pages that these roles may open and whose names contain a text, ignoring case. */
export function findPages(text: string, roles: readonly Role[]): CommandPage[] {
  const beyond = OTHER_PAGES.filter(({ needs }) => needs === undefined || denialReason(needs, roles) === undefined);
  const pages = [
    ...pagesFor(roles).map((page) => ({ ...page, name: `Go to ${page.label}` })),
    ...beyond.map((page) => ({ ...page, name: page.label })),
  ];
  return pages.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
}

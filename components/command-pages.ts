import { FilePlus, ListChecks } from 'lucide-react';
import { type ConsolePage, pagesFor } from '@/components/console-pages';
import { type Role, whyNot } from '@/lib/roles';
import { routes } from '@/lib/routes';

// Pages that the navigation does not name, because others lead to them.
const BEYOND: readonly ConsolePage[] = [
  { href: routes.newWithdrawal, label: 'New withdrawal', Icon: FilePlus, needs: 'makeWithdrawal' },
  { href: routes.lookUp, label: 'Look up many references', Icon: ListChecks, needs: 'readTransfers' },
];

/** Every page that somebody with these roles can go to by its name. */
export function commandPagesFor(roles: readonly Role[]): ConsolePage[] {
  return [...pagesFor(roles), ...BEYOND.filter(({ needs }) => needs === undefined || whyNot(needs, roles) === undefined)];
}

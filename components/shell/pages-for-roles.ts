import { CONSOLE_PAGES, type ConsolePage } from '@/components/shell/console-pages';
import { type Role, denialReason } from '@/lib/identity/roles';

/** Returns the pages of the navigation for these roles, in order. The server calls it: every page loads its callers. */
export function pagesFor(roles: readonly Role[]): ConsolePage[] {
  return CONSOLE_PAGES.filter(({ needs }) => needs === undefined || denialReason(needs, roles) === undefined);
}

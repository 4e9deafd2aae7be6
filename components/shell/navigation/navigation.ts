import type { NavSection, ReaderSection } from '@/components/shell/navigation/find-place';
import { type Capability, denialReason, type Role } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

const HOME: NavSection = {
  label: 'Home',
  pages: [{ href: routes.home, label: 'Home', hint: 'What is yours to do' }],
};

const APPROVALS: NavSection = {
  label: 'Approvals',
  pages: [{ href: routes.approvals, label: 'Approvals', hint: 'What waits for a decision' }],
  listedFor: 'decideOnWithdrawals',
  hasBadge: true,
};

const WITHDRAWALS: NavSection = {
  label: 'Withdrawals',
  pages: [
    { href: routes.withdrawals, label: 'Requests', name: 'Withdrawals', hint: 'Every request and its state' },
    { href: routes.batches, label: 'Batches', hint: 'Requests from one sheet' },
    { href: routes.templates, label: 'Templates', hint: 'Saved forms', needs: 'makeWithdrawal' },
    { href: routes.planned, label: 'Planned', name: 'Planned payments', hint: 'Requests on set dates' },
  ],
};

const TRANSFERS: NavSection = {
  label: 'Transfers',
  pages: [
    { href: routes.transfers, label: 'All transfers', name: 'Transfers', hint: 'Search, filter and export' },
    { href: routes.today, label: 'Today', name: 'Transfers today', hint: 'What is watched, delayed and sent' },
    { href: routes.bulkLookup, label: 'Bulk lookup', hint: 'Up to 1,000 references at once' },
    { href: routes.networks, label: 'Networks', hint: 'How long transfers take' },
    { href: routes.statements, label: 'Statements', name: 'Monthly statements', hint: 'One balance in one month' },
  ],
};

const RECIPIENTS: NavSection = {
  label: 'Recipients',
  pages: [{ href: routes.recipients, label: 'Recipients', hint: 'The address book' }],
};

const SETTINGS: NavSection = {
  label: 'Settings',
  pages: [
    { href: routes.policy, label: 'Policy', hint: 'How many people must approve' },
    { href: routes.groups, label: 'Approvers and rights', hint: 'Groups, and who may use which profile' },
    { href: routes.assets, label: 'Assets', hint: 'What can be requested' },
    { href: routes.profiles, label: 'Profiles', hint: 'Names of profiles' },
    { href: routes.externalProfiles, label: 'External profiles', hint: 'Profiles from which others may send' },
    {
      href: routes.notifications,
      label: 'Notifications',
      hint: 'Channels and webhooks',
      needs: 'readNotificationTargets',
    },
  ],
  listedFor: 'readAudit',
  tabsAt: 'side',
};

const OVERSIGHT: NavSection = {
  label: 'Oversight',
  pages: [
    { href: routes.status, label: 'Status', hint: 'Sending, the transfer sync and alarms' },
    { href: routes.people, label: 'People and sessions', hint: 'Who signed in', needs: 'readPeople' },
    { href: routes.audit, label: 'Audit', hint: 'Who did what', needs: 'readAudit' },
  ],
  listedFor: 'readAudit',
};

/** What every page offers at its top right. */
const OWN: NavSection = {
  label: 'You',
  pages: [
    { href: routes.account, label: 'Account', hint: 'Passkeys, notices and sessions' },
    { href: routes.help, label: 'Help', hint: 'Guides and pages' },
  ],
  tabsAt: 'nowhere',
};

/** The one role of a person whose first page is not Home. */
const FIRST_PAGE: Partial<Record<Role, NavSection>> = { approver: APPROVALS, support: TRANSFERS };

const firstSection = ([role, ...more]: readonly Role[]) =>
  (role !== undefined && more.length === 0 && FIRST_PAGE[role]) || HOME;

/** Gives the address of the page with which a person with these roles begins. */
export const firstPageFor = (roles: readonly Role[]): string => firstSection(roles).pages[0].href;

const isAllowed = (needs: Capability | undefined, roles: readonly Role[]) =>
  needs === undefined || denialReason(needs, roles) === undefined;

/** Lists the sections for a person with these roles in their order, each with the pages that they may open. */
export function sectionsFor(roles: readonly Role[]): ReaderSection[] {
  const first = firstSection(roles);
  const others = [HOME, APPROVALS, WITHDRAWALS, TRANSFERS, RECIPIENTS, SETTINGS, OVERSIGHT, OWN];
  return [first, ...others.filter((section) => section !== first)].flatMap((section) => {
    const { listedFor, ...shown } = section;
    const [page, ...pages] = section.pages.filter(({ needs }) => isAllowed(needs, roles));
    if (!page) return [];
    const isListed = section === first || (section !== HOME && section !== OWN && isAllowed(listedFor, roles));
    return [{ ...shown, pages: [page, ...pages], isListed }];
  });
}

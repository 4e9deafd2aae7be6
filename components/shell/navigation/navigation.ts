import { type Capability, denialReason, type Role } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** A page of the console, as navigation, tabs, search, breadcrumbs and help name it. */
export interface NavPage {
  href: string;
  /** The text of its tab. */
  label: string;
  /** The name where the tab's text needs its section to be understood. */
  name?: string;
  /** What the page is for, in a few words. */
  hint: string;
  /** Capability without which the page shows nothing. */
  needs?: Capability;
}

/** A part of the console: the pages that belong together. */
export interface NavSection {
  label: string;
  /** Pages in the order of their tabs; the entry of the navigation leads to the first that the reader may open. */
  pages: readonly [NavPage, ...NavPage[]];
  /** Capability without which the navigation leaves the section out; its pages are still found by search. */
  listedFor?: Capability;
  /** Where the tabs are; above the page otherwise. */
  tabsAt?: 'side' | 'nowhere';
  /** Shows beside the entry what waits for the reader. */
  hasBadge?: true;
}

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
    { href: routes.templates, label: 'Templates', hint: 'Saved forms' },
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

/** A section as one reader sees it: the pages that they may open, and whether the navigation lists it. */
export interface ReaderSection extends Omit<NavSection, 'listedFor'> {
  isListed: boolean;
}

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

/** What a page under a page of the navigation shows, by the address of that page. */
const DETAILS: Readonly<Record<string, string>> = {
  [routes.withdrawals]: 'Request',
  [routes.transfers]: 'Transfer',
  [routes.recipients]: 'Entry',
};

/** Finds the section and the tab of an address; the tab is undefined on a page that is under one. */
export function findPlace(sections: readonly ReaderSection[], pathname: string) {
  const isUnder = (href: string) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`));
  const section = sections.find(({ pages }) => pages.some(({ href }) => isUnder(href)));
  return { section, page: section?.pages.find(({ href }) => href === pathname) };
}

/** Lists the pages above an address that is three deep or deeper, from the top: of a step of the queue, the queue. */
export function breadcrumbsOf(
  sections: readonly ReaderSection[],
  pathname: string,
  isInQueue = false,
): { href: string; label: string }[] {
  const parts = pathname.split('/').slice(1);
  const { section } = findPlace(sections, pathname);
  if (!section || parts.length < 3) return [];
  if (isInQueue) return [{ href: routes.approvals, label: APPROVALS.label }];
  return parts.slice(0, -1).flatMap((_, index) => {
    const href = `/${parts.slice(0, index + 1).join('/')}`;
    if (index === 0) return { href, label: section.label };
    const label =
      section.pages.find((page) => page.href === href)?.label ?? DETAILS[`/${parts.slice(0, index).join('/')}`];
    return label === undefined ? [] : { href, label };
  });
}

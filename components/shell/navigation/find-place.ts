import { routes } from '@/lib/http/routes';
import type { Capability } from '@/lib/identity/roles';

/** A page of the console, as navigation, tabs, search, breadcrumbs and help name it. */
export interface NavPage {
  href: string;
  /** The text of its tab. */
  label: string;
  /** The name where the tab's text needs its section to be understood. */
  name?: string;
  /** The purpose of the page, in a few words. */
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

/** A section as one reader sees it: the pages that they may open, and whether the navigation lists it. */
export interface ReaderSection extends Omit<NavSection, 'listedFor'> {
  isListed: boolean;
}

/** Names for the pages under a page of the navigation, by the address of that page. */
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
  const queue = isInQueue ? findPlace(sections, routes.approvals).section : undefined;
  if (queue) return [{ href: routes.approvals, label: queue.label }];
  return parts.slice(0, -1).flatMap((_, index) => {
    const href = `/${parts.slice(0, index + 1).join('/')}`;
    if (index === 0) return { href, label: section.label };
    const label =
      section.pages.find((page) => page.href === href)?.label ?? DETAILS[`/${parts.slice(0, index).join('/')}`];
    return label === undefined ? [] : { href, label };
  });
}

import {
  Activity,
  ArrowLeftRight,
  Bell,
  BookUser,
  CircleQuestionMark,
  Coins,
  Gauge,
  House,
  type LucideIcon,
  ScrollText,
  Send,
  Stamp,
  UsersRound,
  WalletCards,
  Waypoints,
} from 'lucide-react';
import type { Capability } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

export interface ConsolePage {
  href: string;
  /** A page of the navigation. */
  label: string;
  Icon: LucideIcon;
  /** Capability without which the page shows nothing. */
  needs?: Capability;
  /** True for a page of the group “Administration”, which other roles rarely read. */
  isAdministration?: true;
}

/** The pages of the navigation, in order. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { href: routes.home, label: 'Home', Icon: House },
  { href: routes.withdrawals, label: 'Withdrawals', Icon: Send },
  { href: routes.approvals, label: 'Approvals', Icon: Stamp },
  { href: routes.transfers, label: 'Transfers', Icon: ArrowLeftRight },
  { href: routes.networks, label: 'Networks', Icon: Gauge, needs: 'readTransfers' },
  { href: routes.recipients, label: 'Recipients', Icon: BookUser },
  { href: routes.help, label: 'Help', Icon: CircleQuestionMark },
  { href: routes.assets, label: 'Assets', Icon: Coins, isAdministration: true },
  { href: routes.profiles, label: 'Profiles', Icon: WalletCards, isAdministration: true },
  { href: routes.groups, label: 'Groups', Icon: UsersRound, isAdministration: true },
  { href: routes.policy, label: 'Policy', Icon: Waypoints, isAdministration: true },
  {
    href: routes.notifications,
    label: 'Notifications',
    Icon: Bell,
    needs: 'readNotificationTargets',
    isAdministration: true,
  },
  { href: routes.status, label: 'Status', Icon: Activity, isAdministration: true },
  { href: routes.audit, label: 'Audit', Icon: ScrollText, needs: 'readAudit', isAdministration: true },
];

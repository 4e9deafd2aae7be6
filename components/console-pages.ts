import { ArrowLeftRight, House, type LucideIcon, Send } from 'lucide-react';
import { routes } from '@/lib/routes';

export interface ConsolePage {
  href: string;
  label: string;
  Icon: LucideIcon;
}

/** What the navigation offers, in its order. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { href: routes.home, label: 'Home', Icon: House },
  { href: routes.withdrawals, label: 'Withdrawals', Icon: Send },
  { href: routes.transfers, label: 'Transfers', Icon: ArrowLeftRight },
];

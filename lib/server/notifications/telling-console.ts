import 'server-only';
import type { TellingConsole } from '@/lib/notifications/compose';
import { settings } from '@/lib/server/config/settings';

/** Gives what notifications say of this console, from the settings. */
export function tellingConsole(): TellingConsole {
  const { NEXTAUTH_URL, DESK_NAME, CONSOLE_ENVIRONMENT, NOTIFY_DETAIL } = settings();
  return {
    url: NEXTAUTH_URL,
    deskName: DESK_NAME,
    isSandbox: CONSOLE_ENVIRONMENT === 'sandbox',
    detail: NOTIFY_DETAIL,
  };
}

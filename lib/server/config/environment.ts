import 'server-only';
import type { Letterhead } from '@/lib/documents/pdf-document';
import { WAIVABLE_CHECKS, type WaivableCheck } from '@/lib/server/config/insecure-settings';
import { settings } from '@/lib/server/config/settings';

/** Returns the environment that every page names and colours. */
export function consoleEnvironment(): 'sandbox' | 'production' {
  return settings().CONSOLE_ENVIRONMENT;
}

/** Returns the name of the transfer service as sentences use it (`TRANSFER_SERVICE_NAME`). */
export function serviceNameInSentences(): string {
  return settings().TRANSFER_SERVICE_NAME;
}

/** Returns who issues the documents for customers. */
export function letterhead(): Letterhead {
  const { DESK_NAME, DESK_ADDRESS } = settings();
  return { name: DESK_NAME, address: DESK_ADDRESS };
}

/**
 * Returns the checks of a production start that CONSOLE_INSECURE_WAIVER waives, and what each leaves open. Empty in a
 * sandbox, where nothing is checked.
 */
export function waivedChecks(): { name: WaivableCheck; meaning: string }[] {
  const { CONSOLE_ENVIRONMENT, CONSOLE_INSECURE_WAIVER } = settings();
  if (CONSOLE_ENVIRONMENT !== 'production') return [];
  return CONSOLE_INSECURE_WAIVER.map((name) => ({ name, meaning: WAIVABLE_CHECKS[name] }));
}

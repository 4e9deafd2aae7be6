import 'server-only';
import { WAIVABLE_CHECKS, type WaivableCheck } from '@/lib/server/config/waivers';
import { settings } from '@/lib/server/config/settings';

/** Returns the environment that every page names and colours. */
export function consoleEnvironment(): 'sandbox' | 'production' {
  return settings().CONSOLE_ENVIRONMENT;
}

/** Returns the name of the transfer service as sentences use it (`TRANSFER_SERVICE_NAME`). */
export function serviceNameInSentences(): string {
  return settings().TRANSFER_SERVICE_NAME;
}

/** Returns the name of the desk as documents for customers give it (`DESK_NAME`). */
export function deskName(): string {
  return settings().DESK_NAME;
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

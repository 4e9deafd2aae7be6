import 'server-only';
import { settings } from '@/lib/server/config/settings';

/** Returns the environment that every page names and colours. */
export function consoleEnvironment(): 'sandbox' | 'production' {
  return settings().CONSOLE_ENVIRONMENT;
}

/** Returns the name of the transfer service as sentences use it (`TRANSFER_SERVICE_NAME`). */
export function serviceNameInSentences(): string {
  return settings().TRANSFER_SERVICE_NAME;
}

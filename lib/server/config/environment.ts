import 'server-only';
import { settings } from '@/lib/server/config/settings';

/** Which environment every page names and colours. */
export function consoleEnvironment(): 'sandbox' | 'production' {
  return settings().CONSOLE_ENVIRONMENT;
}

import 'server-only';
import { hostProcess, type RequestContext } from '@/lib/server/runtime/host';

/** Returns the HTTP request that is being answered; undefined outside of a request. */
export function requestContext(): RequestContext | undefined {
  return hostProcess()?.requests.getStore();
}

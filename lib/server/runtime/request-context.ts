import 'server-only';
import { hostProcess, type RequestContext } from '@/lib/server/runtime/host';

/** The request that is being answered; undefined outside of one. */
export function requestContext(): RequestContext | undefined {
  return hostProcess()?.requests.getStore();
}

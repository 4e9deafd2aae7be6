import { checkServing } from '@/lib/server/readiness';
import { hostProcess } from '@/lib/server/runtime/host';

/** For whoever balances: 200 where people can be sent here, 503 otherwise and from the moment that it is asked to stop. */
export async function GET(): Promise<Response> {
  const isServing = hostProcess()?.isStopping !== true && (await checkServing());
  return Response.json({ status: isServing ? 'serving' : 'not serving' }, { status: isServing ? 200 : 503 });
}

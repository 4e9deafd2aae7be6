import { checkServing } from '@/lib/server/readiness';
import { hostProcess } from '@/lib/server/runtime/host';

/** Tells a load balancer whether to send requests here: 200 if so; otherwise, and from the stop signal on, 503. */
export async function GET(): Promise<Response> {
  const isServing = hostProcess()?.isStopping !== true && (await checkServing());
  return Response.json({ status: isServing ? 'serving' : 'not serving' }, { status: isServing ? 200 : 503 });
}

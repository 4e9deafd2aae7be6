import { checkReadiness } from '@/lib/server/readiness';
import { hostProcess } from '@/lib/server/runtime/host';

/** 200 where everything that the console needs is there, 503 otherwise and from the moment that it is asked to stop. */
export async function GET(): Promise<Response> {
  const checks = await checkReadiness();
  const isStopping = hostProcess()?.isStopping === true;
  const isReady = !isStopping && Object.values(checks).every((check) => check === 'ok');
  return Response.json(
    { status: isStopping ? 'stopping' : isReady ? 'ready' : 'not ready', checks },
    { status: isReady ? 200 : 503 },
  );
}

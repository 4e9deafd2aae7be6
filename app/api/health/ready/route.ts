import { checkReadiness } from '@/lib/server/readiness';
import { hostProcess } from '@/lib/server/runtime/host';

/** Answers 200 if everything that the console depends on works; otherwise, and from the stop signal on, 503. */
export async function GET(): Promise<Response> {
  const checks = await checkReadiness();
  const isStopping = hostProcess()?.isStopping === true;
  const isReady = !isStopping && Object.values(checks).every((check) => check === 'ok');
  const status = isReady ? 'ready' : 'not ready';
  return Response.json({ status: isStopping ? 'stopping' : status, checks }, { status: isReady ? 200 : 503 });
}

import { checkReadiness } from '@/lib/server/readiness';

/** 200 where everything that the console needs is there, 503 otherwise. */
export async function GET(): Promise<Response> {
  const checks = await checkReadiness();
  const isReady = Object.values(checks).every((check) => check === 'ok');
  return Response.json({ status: isReady ? 'ready' : 'not ready', checks }, { status: isReady ? 200 : 503 });
}

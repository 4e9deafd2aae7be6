import type { Instrumentation } from 'next';

/** Runs once when the server starts. A console that is not set up rightly does not serve anybody. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsole } = await import('@/lib/server/start');
  await startConsole({ isDevelopment: process.env.NODE_ENV === 'development' });
}

/** What nobody expected in a page, a route or an action. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logRequestError } = await import('@/lib/server/observability/request-errors');
  logRequestError(error, request, context);
};

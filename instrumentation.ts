import type { Instrumentation } from 'next';

/** Starts the console once per server process, or ends the process if its configuration or database is unusable. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsole } = await import('@/lib/server/start');
  await startConsole({ isDevelopment: process.env.NODE_ENV === 'development' });
}

/** Logs an unexpected error of a page, a route or an action. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logRequestError } = await import('@/lib/server/observability/request-errors');
  logRequestError(error, request, context);
};

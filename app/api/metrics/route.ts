import { renderMetrics } from '@/lib/server/metrics';

/** Answers with the metrics in the Prometheus text format. */
export async function GET(): Promise<Response> {
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { 'content-type': contentType } });
}

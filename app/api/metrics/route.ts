import { renderMetrics } from '@/lib/server/metrics';

export async function GET(): Promise<Response> {
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { 'content-type': contentType } });
}

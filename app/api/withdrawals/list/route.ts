import { z } from 'zod';
import { answer } from '@/app/api/answer';
import { untilDisconnect } from '@/app/api/until-disconnect';
import { requestListEndpoint } from '@/lib/requests/list/contract';
import { readRequestQuery } from '@/lib/requests/list/query';
import { listRequestPage } from '@/lib/server/requests/lists/list';

const pageSchema = z.object({
  // Unchecked: listRequestPage rejects a malformed cursor.
  cursor: z.string().max(4096).optional().catch(''),
  limit: z.coerce.number().int().min(1).max(1000).optional().catch(undefined),
});

export function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { query } = readRequestQuery(searchParams);
  const page = pageSchema.parse(Object.fromEntries(searchParams));
  return untilDisconnect(request, (signal) => answer(requestListEndpoint, listRequestPage({ query, ...page, signal })));
}

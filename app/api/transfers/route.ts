import { z } from 'zod';
import { answer } from '@/app/api/answer';
import { listTransferPage } from '@/lib/server/transfers/read';

const querySchema = z.object({
  cursor: z.string().max(4096).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(1000).optional().catch(undefined),
});

export async function GET(request: Request): Promise<Response> {
  return answer(await listTransferPage(querySchema.parse(Object.fromEntries(new URL(request.url).searchParams))));
}

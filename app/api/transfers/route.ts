import { z } from 'zod';
import { answer } from '@/app/api/answer';
import { untilDisconnect } from '@/app/api/until-disconnect';
import { listTransferPage } from '@/lib/server/transfers/read';
import { readTransferQuery } from '@/lib/transfers/query';
import { transferPageEndpoint } from '@/lib/transfers/contract';

const pageSchema = z.object({
  // Unchecked: listTransferPage rejects a malformed cursor.
  cursor: z.string().max(4096).optional().catch(''),
  limit: z.coerce.number().int().min(1).max(1000).optional().catch(undefined),
});

export function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  return untilDisconnect(request, async (signal) =>
    answer(
      transferPageEndpoint,
      listTransferPage({
        query: readTransferQuery(searchParams),
        ...pageSchema.parse(Object.fromEntries(searchParams)),
        signal,
      }),
    ),
  );
}

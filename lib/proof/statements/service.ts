import { z } from 'zod';
import { sha256Hex } from '@/lib/proof/bytes';

/** Schema of the transfer service that statements are signed for: its address and the console's client ID there. */
export const serviceSchema = z.strictObject({ address: z.string(), clientId: z.string() });

/** Gives the member `service` of statements, so that none is valid for another service. */
export async function hashService({ address, clientId }: z.infer<typeof serviceSchema>): Promise<string> {
  return sha256Hex(`${address}\n${clientId}`);
}

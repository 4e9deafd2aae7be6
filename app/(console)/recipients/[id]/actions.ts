'use server';

import type { SaveFailure } from '@/lib/recipients/contract';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { saveAtService } from '@/lib/server/recipients/travel-rule/save';

/** Saves the travel-rule data of an entry at the service (`input`: recipientId, identity and dataSha256, unchecked). */
export async function saveAtServiceAction(input: unknown): Promise<Result<{ state: string | null }, SaveFailure>> {
  return measureAction('saveAtService', saveAtService, input);
}

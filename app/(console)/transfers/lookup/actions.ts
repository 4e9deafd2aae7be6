'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { lookUpAtServiceNow } from '@/lib/server/transfers/bulk-lookup';
import type { ReadDenial } from '@/lib/server/transfers/read';
import type { LiveLookupAnswer } from '@/lib/search/lookup/bulk-lookup';

/** Asks the service for references and IDs (`input`: { text } or { term }, unchecked), and stores what came. */
export async function lookUpAtServiceAction(input: unknown): Promise<Result<LiveLookupAnswer, ReadDenial>> {
  return measureAction('lookUpAtService', lookUpAtServiceNow, input);
}

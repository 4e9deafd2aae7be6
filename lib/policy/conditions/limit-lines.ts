import { z } from 'zod';

/** A limit for an asset, as a line of the editor. */
export const limitDraftSchema = z.strictObject({ asset: z.string(), limit: z.string() });
export type LimitDraft = z.infer<typeof limitDraftSchema>;

// An empty line says nothing; one without an amount or an asset is reported by the rule's schema.
export function toLimits(rows: readonly LimitDraft[]): [asset: string, limit: string][] {
  return rows
    .map(({ asset, limit }): [string, string] => [asset.trim(), limit.trim()])
    .filter(([asset, limit]) => asset !== '' || limit !== '');
}

export function toLimitDrafts(limits: Record<string, string>): LimitDraft[] {
  return Object.entries(limits).map(([asset, limit]) => ({ asset, limit }));
}

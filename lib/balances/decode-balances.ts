import { z } from 'zod';
import { isServiceAmount } from '@/lib/money/format-amount';

/** What a profile has available, by asset. An asset that is absent is not known: it is not zero. */
export type Balances = ReadonlyMap<string, string>;

const answerSchema = z.looseObject({ items: z.array(z.unknown()) });
const itemSchema = z.looseObject({ asset: z.string().min(1), available: z.string().refine(isServiceAmount) });

/** Decodes the service's answer (docs/specification/service-facts.md#balances). Leaves out what cannot be read. */
export function decodeBalances(body: unknown): Balances {
  const answer = answerSchema.safeParse(body);
  const read = (answer.data?.items ?? []).flatMap((item) => itemSchema.safeParse(item).data ?? []);
  const isOnly = (asset: string) => read.filter((other) => other.asset === asset).length === 1;
  return new Map(read.filter(({ asset }) => isOnly(asset)).map(({ asset, available }) => [asset, available]));
}

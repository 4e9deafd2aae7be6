import { randomUUID } from 'node:crypto';
import { compareAmounts, type Amount } from '@/lib/money/amounts';
import type { WithdrawalRequest } from '@/sandbox/api/withdrawal-request';
import { type Problem, problem } from '@/sandbox/problems';

/** Guaranteed fee of one withdrawal, until a time (docs/specification/service-facts.md#fee-quotes). */
export interface FeeQuote {
  id: string;
  asset: string;
  fee: Amount;
  expires_at: string;
}

type Quoted = Pick<WithdrawalRequest, 'asset' | 'crypto_network' | 'destination_address' | 'amount' | 'total'>;

/** Quotes that were given, in memory. */
export class FeeQuotes {
  readonly #given = new Map<string, { quote: FeeQuote; request: Quoted }>();

  /** Gives a quote for a request, until a time. */
  give(request: Quoted, { fee, expiresAt }: { fee: Amount; expiresAt: Date }): FeeQuote {
    const quote = { id: `fee-${randomUUID()}`, asset: request.asset, fee, expires_at: expiresAt.toISOString() };
    this.#given.set(quote.id, { quote, request });
    return quote;
  }

  /** Finds what a quote has against a request; undefined for nothing, and for a quote that was not given here. */
  findProblem(id: string, request: Quoted, now: number): Problem | undefined {
    const given = this.#given.get(id);
    if (!given) return undefined;
    const { expires_at: expired_at } = given.quote;
    if (now > Date.parse(expired_at)) return problem('fee-quote-expired', 'The fee quote has expired.', { expired_at });
    const { asset, crypto_network, destination_address, amount = '0', total = '0' } = given.request;
    const isSame =
      asset === request.asset &&
      crypto_network === request.crypto_network &&
      destination_address === request.destination_address;
    const isAbove =
      compareAmounts(request.amount ?? '0', amount) > 0 || compareAmounts(request.total ?? '0', total) > 0;
    return isSame && !isAbove ? undefined : problem('bad-request', 'The fee quote is for another withdrawal.');
  }
}

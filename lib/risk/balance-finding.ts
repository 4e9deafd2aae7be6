import { theService } from '@/lib/text/service-name';
import type { RiskCard, RiskLine } from '@/lib/risk/risk-facts';

/** Adds what is more than available to checks that are shown. It raises no signal and is never stored. */
export function withShortages(card: RiskCard, texts: readonly string[]): RiskCard {
  const lines = texts.map((text): RiskLine => ({
    id: 'balance',
    state: 'warn',
    text,
    name: 'more than available',
    basis: `Based on the balance at ${theService()}. The usual fee counts where one is known.`,
  }));
  return { ...card, lines: [...card.lines, ...lines] };
}

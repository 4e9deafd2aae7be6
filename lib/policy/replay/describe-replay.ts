import { MISSING_FACTS, type MissingFact, type Replay } from '@/lib/policy/replay/replay';
import { formatCount } from '@/lib/text/locale';

const READ_AS: Record<MissingFact, string> = {
  warnings: 'its checks: it counts as one whose checks could not be made',
  'paid before': 'what its recipient had been paid: the recipient counts as new',
  'limits over time': 'how much of a limit over time of these rules was used: it counts as over that limit',
};
const READ_MANY_AS: Record<MissingFact, string> = {
  warnings: 'their checks: they count as ones whose checks could not be made',
  'paid before': 'what their recipients had been paid: those count as new',
  'limits over time': 'how much of a limit over time of these rules was used: they count as over that limit',
};

/** Lists, as sentences, how a replay reads what past requests do not say. */
export function explainMissing({ missing, unreadable }: Pick<Replay, 'missing' | 'unreadable'>): string[] {
  return [
    ...MISSING_FACTS.map((fact) => explainCount(missing[fact], READ_AS[fact], READ_MANY_AS[fact])),
    explainCount(unreadable, 'a readable value: it is left out', 'a readable value: they are left out'),
  ].filter((sentence) => sentence !== undefined);
}

function explainCount(count: number, one: string, many: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? `1 request does not say ${one}.` : `${formatCount(count)} requests do not say ${many}.`;
}

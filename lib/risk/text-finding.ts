import type { Finding } from '@/lib/risk/findings';
import type { RiskCard } from '@/lib/risk/risk-facts';
import { joinList } from '@/lib/text/join-list';
import type { TextNote } from '@/lib/withdrawals/text-notes';

const ID = 'texts';

/** Gives the finding about texts that the recipient goes by and that call for a second look; none without one. */
export function assessTexts(notes: readonly TextNote[]): Finding[] {
  if (notes.length === 0) return [];
  const fields = [...new Set(notes.map(({ field }) => field))];
  const text = `${notes.map(({ message }) => message).join(' ')} Compare with what the recipient gave you.`;
  return [
    {
      line: {
        id: ID,
        state: 'warn',
        text,
        name: `${joinList(fields)} to check`,
      },
      signals: ['text-note'],
    },
  ];
}

/** Replaces the finding about texts of a card that was made without some of them, as for a form that is filled in. */
export function withTextNotes({ lines, signals }: RiskCard, notes: readonly TextNote[]): RiskCard {
  const found = assessTexts(notes);
  return {
    lines: [...lines.filter(({ id }) => id !== ID), ...found.map(({ line }) => line)],
    signals: [
      ...signals.filter((signal) => signal !== 'text-note'),
      ...found.flatMap(({ signals: raised = [] }) => raised),
    ],
  };
}

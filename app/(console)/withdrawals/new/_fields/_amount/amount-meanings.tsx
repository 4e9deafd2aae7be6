import { Button } from '@/components/ui/button';
import { listMeanings } from '@/lib/money/parse-amount';

/** A button for each amount that a refused text can mean; empty for a text without a meaning. */
export function AmountMeanings({ typed, onChoose }: { typed: string; onChoose: (amount: string) => void }) {
  const meanings = listMeanings(typed);
  if (meanings.length === 0) return null;
  return (
    <div role="group" aria-label="Possible readings" className="mt-1 flex flex-wrap gap-2">
      {meanings.map((amount) => (
        <Button key={amount} onClick={() => onChoose(amount)}>
          Enter <span className="font-mono">{amount}</span>
        </Button>
      ))}
    </div>
  );
}

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface OptionRowProps {
  id: string;
  label: ReactNode;
  /** A number beside the label, such as how many rows have the value. */
  count: string | undefined;
  isChosen: boolean;
  onToggle: () => void;
}

/** Renders one option of a filter: a checkbox that covers the whole row, its label and a number. */
export function OptionRow({ id, label, count, isChosen, onToggle }: OptionRowProps) {
  return (
    <label htmlFor={id} className="relative flex min-h-7 items-center gap-2.5 rounded px-1 hover:bg-soft">
      {/* The checkbox covers the whole row. */}
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded -outline-offset-2"
      />
      <span
        aria-hidden
        className="flex size-4 shrink-0 items-center justify-center rounded-[3px] border border-edge text-accent-ink peer-checked:border-accent peer-checked:bg-accent [&>svg]:invisible peer-checked:[&>svg]:visible"
      >
        <Check className="size-3" />
      </span>
      <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</bdi>
      {count !== undefined && <span className="text-label text-dim">{count}</span>}
    </label>
  );
}

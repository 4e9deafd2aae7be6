import { X } from 'lucide-react';

/** Small button that takes a line out of a list; `label` names the line, such as "limit 2". */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="flex size-9 items-center justify-center rounded-control text-dim hover:bg-soft hover:text-ink"
      onClick={onClick}
    >
      <X aria-hidden className="size-4" />
      <span className="sr-only">Remove {label}</span>
    </button>
  );
}

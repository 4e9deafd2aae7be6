import { Search } from 'lucide-react';
import { CONTROL } from '@/components/ui/field';
import { routes } from '@/lib/routes';

/** The search box in the middle of the home page. Enter leads to the list with what was typed, without script too. */
export function FindBox() {
  return (
    <form action={routes.transfers} role="search" aria-label="Transfers" className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-dim" />
      <input
        type="search"
        name="q"
        aria-label="Find a transfer"
        placeholder="Reference, hash, address, amount…"
        autoComplete="off"
        spellCheck={false}
        className={`${CONTROL} min-h-11 pl-10`}
      />
    </form>
  );
}

'use client';

import { ListChecks } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ClipboardEvent, useState } from 'react';
import { ListSearch, useSearchText } from '@/components/list/list-search';
import { storePasted } from '@/components/search/pasted-terms-store';
import { Button } from '@/components/ui/button';
import { hasSeveralTerms, splitPastedTerms } from '@/lib/search/pasted-terms';
import { routes } from '@/lib/http/routes';
import { formatCount } from '@/lib/text/locale';

interface SearchBoxProps {
  q: string;
  onSearch: (q: string) => void;
  /** Called on arrow down, to move the focus to the rows. */
  onEnterRows: () => void;
  /** Called on Enter, to open the only match. */
  onOpenOnly: () => void;
}

/** The search box of the list. Offers a bulk lookup for several references. */
export function SearchBox({ q, onSearch, onEnterRows, onOpenOnly }: SearchBoxProps) {
  const router = useRouter();
  const { text, search } = useSearchText(q, onSearch);
  const [pasted, setPasted] = useState<string>();
  const several = pasted ?? (hasSeveralTerms(text) ? text : undefined);
  const searchFor = (next: string) => {
    setPasted(undefined);
    search(next);
  };
  const paste = (event: ClipboardEvent) => {
    const whole = event.clipboardData.getData('text');
    // The box would join the lines.
    if (!hasSeveralTerms(whole)) return;
    event.preventDefault();
    setPasted(whole);
  };
  const openLookup = () => {
    storePasted(several ?? '');
    router.push(routes.bulkLookup);
  };
  return (
    <ListSearch
      path={routes.transfers}
      name="Transfers"
      label="Find a transfer"
      placeholder="Reference, address, hash, 0.5 BTC"
      text={text}
      onSearch={searchFor}
      onPaste={paste}
      onEnterRows={onEnterRows}
      onEnter={several === undefined ? onOpenOnly : openLookup}
    >
      {several !== undefined && (
        <LookupOffer
          text={several}
          onLookUp={openLookup}
          onSearch={pasted === undefined ? undefined : () => searchFor(pasted.replace(/\s+/g, ' '))}
        />
      )}
    </ListSearch>
  );
}

interface LookupOfferProps {
  text: string;
  onLookUp: () => void;
  /** Searches for the text as one term; undefined where it is searched already. */
  onSearch: (() => void) | undefined;
}

function LookupOffer({ text, onLookUp, onSearch }: LookupOfferProps) {
  return (
    <div role="status" className="mt-2 flex flex-wrap items-center gap-2 text-body">
      <Button look="primary" onClick={onLookUp}>
        <ListChecks aria-hidden className="size-4" />
        Look up {formatCount(splitPastedTerms(text).length)} references
      </Button>
      {onSearch && (
        <Button look="quiet" onClick={onSearch}>
          Search as one text
        </Button>
      )}
    </div>
  );
}

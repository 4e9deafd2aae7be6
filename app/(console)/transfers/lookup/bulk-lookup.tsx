'use client';

import { useState } from 'react';
import { BulkLookupForm } from '@/app/(console)/transfers/lookup/bulk-lookup-form';
import { BulkLookupTable } from '@/app/(console)/transfers/lookup/bulk-lookup-table';
import { useBulkLookup } from '@/app/(console)/transfers/lookup/use-bulk-lookup';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { storePasted } from '@/components/search/pasted-terms-store';
import { explainError } from '@/components/data/fetch-json';
import { formatCount } from '@/lib/text/locale';
import { uniqueTerms } from '@/lib/search/lookup/bulk-lookup';
import { splitPastedTerms } from '@/lib/search/pasted-terms';

/** The form of the bulk lookup, and the table of its results. */
export function BulkLookup() {
  const { pasted, lines, query, live } = useBulkLookup();
  // Edits of the text that was last looked up; a text that is pasted elsewhere replaces them.
  const [draft, setDraft] = useState({ over: pasted, text: pasted });
  const text = draft.over === pasted ? draft.text : pasted;
  return (
    <>
      <BulkLookupForm
        text={text}
        isLookingUp={query.isFetching}
        onChange={(changed) => setDraft({ over: pasted, text: changed })}
        onLookUp={() => {
          if (text === pasted) void query.refetch();
          else storePasted(text);
        }}
        onClear={() => {
          setDraft({ over: '', text: '' });
          storePasted('');
        }}
      />
      {query.isFetching && (
        <p aria-live="polite" className="mb-3 text-dim">
          Looking up {formatCount(uniqueTerms(splitPastedTerms(pasted)).length)}…
        </p>
      )}
      {query.error && !query.isFetching && (
        <div className="mb-4">
          <ExplanationNotice explanation={explainError(query.error)} isUrgent />
        </div>
      )}
      {lines && query.data && (
        <BulkLookupTable
          lines={lines}
          coverage={live.answer?.coverage ?? query.data.coverage}
          asked={live.answer}
          isAsking={live.isAsking}
          onAsk={live.ask}
        />
      )}
    </>
  );
}

'use client';

import { Copy } from 'lucide-react';
import { useState } from 'react';
import { TableMenu } from '@/components/data/export-menu';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/lib/text/locale';
import { type LookupBasis, toBulkLookupTable, writeBulkLookupTable } from '@/lib/search/lookup/bulk-lookup-csv';
import { type BulkLookupLine, uniqueTerms } from '@/lib/search/lookup/bulk-lookup';

interface BulkLookupActionsProps {
  lines: readonly BulkLookupLine[];
  shown: readonly BulkLookupLine[];
  basis: LookupBasis;
}

/** The buttons that copy the terms without a match, and copy or export the table as shown. */
export function BulkLookupActions({ lines, shown, basis }: BulkLookupActionsProps) {
  const [copied, setCopied] = useState('');
  const missing = uniqueTerms(lines.filter(({ matches }) => matches.length === 0).map(({ term }) => term));
  const copy = async (text: string, whenDone: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(whenDone);
    } catch {
      setCopied('Your browser did not allow copying. Export a file instead.');
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-live="polite" className="text-body text-dim">
        {copied}
      </span>
      {missing.length > 0 && (
        <Button onClick={() => void copy(missing.join('\n'), `Copied ${formatCount(missing.length)}.`)}>
          <Copy aria-hidden className="size-3.5" />
          Copy missing references
        </Button>
      )}
      <Button onClick={() => void copy(writeBulkLookupTable(shown, basis), 'Copied the table.')}>
        <Copy aria-hidden className="size-3.5" />
        Copy table
      </Button>
      <TableMenu label="Export" fileName="lookup" makeTable={() => toBulkLookupTable(shown, basis)} />
    </div>
  );
}

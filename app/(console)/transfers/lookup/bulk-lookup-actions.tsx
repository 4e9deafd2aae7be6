'use client';

import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { writeBulkLookupCsv } from '@/lib/transfers/bulk-lookup-csv';
import { type BulkLookupLine, uniqueTerms } from '@/lib/transfers/bulk-lookup';

/** The buttons that copy the missing terms and export the table as shown. */
export function BulkLookupActions({
  lines,
  shown,
  basis,
}: {
  lines: readonly BulkLookupLine[];
  shown: readonly BulkLookupLine[];
  basis: string;
}) {
  const [copied, setCopied] = useState('');
  const missing = uniqueTerms(lines.filter(({ outcome }) => outcome === 'missing').map(({ term }) => term));
  const copy = () =>
    navigator.clipboard.writeText(missing.join('\n')).then(
      () => setCopied(`Copied ${missing.length}.`),
      () => setCopied('Your browser did not allow copying. Select “Not found” and copy from the table.'),
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-live="polite" className="text-sm text-dim">
        {copied}
      </span>
      {missing.length > 0 && (
        <Button onClick={() => void copy()}>
          <Copy aria-hidden className="size-3.5" />
          Copy missing references
        </Button>
      )}
      <Button onClick={() => save(writeBulkLookupCsv(shown, basis))}>
        <Download aria-hidden className="size-3.5" />
        Export CSV
      </Button>
    </div>
  );
}

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'lookup.csv';
  link.click();
  URL.revokeObjectURL(address);
}

import { useEffect, useRef, useState } from 'react';
import { explainError, fetchJson, withJson } from '@/components/data/fetch-json';
import type { Explanation } from '@/lib/http/problems';
import { columnOf } from '@/lib/sheets/columns';
import { type SheetColumn } from '@/lib/requests/import/columns';
import type { NamedRecipients, SheetRow } from '@/lib/requests/import/read-row';
import { namedRecipientsEndpoint } from '@/lib/recipients/contract';

/** Looks up the address book's entries for the names in a sheet, as new names appear. */
export function useNamedRecipients(columns: readonly SheetColumn[], rows: readonly SheetRow[]) {
  const [recipients, setRecipients] = useState<NamedRecipients>(new Map());
  const [failure, setFailure] = useState<Explanation>();
  const isReading = useRef(false);
  const column = columnOf(columns, 'recipient');
  const names =
    column === -1
      ? []
      : [...new Set(rows.map(({ cells }) => cells[column] ?? ''))].filter(
          (name) => name !== '' && !recipients.has(name),
        );

  useEffect(() => {
    if (names.length === 0 || failure || isReading.current) return;
    isReading.current = true;
    const read = async () => {
      try {
        const entries = await fetchJson(namedRecipientsEndpoint(), withJson({ names }));
        isReading.current = false;
        setRecipients(
          (known) =>
            new Map([
              ...known,
              ...names.map((name) => [name, entries.filter((entry) => entry.name === name)] as const),
            ]),
        );
      } catch (error) {
        isReading.current = false;
        setFailure(explainError(error as Error));
      }
    };
    void read();
  });
  return { recipients, failure, retry: () => setFailure(undefined) };
}

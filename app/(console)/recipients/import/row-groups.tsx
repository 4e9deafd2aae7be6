'use client';

import { useId, useState } from 'react';
import { type CheckedRow, countRows } from '@/app/(console)/recipients/import/import-row';
import type { ImportReview } from '@/app/(console)/recipients/import/use-import-review';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { readableText } from '@/components/values/untrusted-text';
import type { Network } from '@/lib/networks/network-definition';
import { findNetworkNamed } from '@/lib/networks/find-named';
import { KNOWN_NETWORKS } from '@/lib/networks/networks';
import { joinSome } from '@/lib/text/join-list';

/** What many rows of an import have in common, with one step for all of them. */
export function RowGroups({ review, networks }: { review: ImportReview; networks: readonly Network[] }) {
  const { checked, checks, edit, remove } = review;
  const ofKind = (kind: CheckedRow['kind']) => checked.filter((row) => row.kind === kind);
  const [without, others, repeated] = [ofKind('no-network'), ofKind('other-network'), ofKind('repeated')];
  const saved = checked.filter(({ id }) => checks.get(id)?.saved);
  const removeAll = (rows: readonly CheckedRow[]) => remove(rows.map(({ id }) => id));
  return (
    <>
      {without.length > 1 && (
        <NetworkForAll
          count={without.length}
          networks={networks}
          onChoose={(network) =>
            edit(
              without.map(({ id }) => id),
              'network',
              network,
            )
          }
        />
      )}
      {others.length > 0 && (
        <Notice look="warn" title={explainOthers(others)}>
          <Button onClick={() => removeAll(others)}>Remove the {countRows(others.length)}</Button>
        </Notice>
      )}
      {repeated.length > 1 && (
        <Notice look="warn" title={`${countRows(repeated.length)} have the recipient of an earlier row.`}>
          <Button onClick={() => removeAll(repeated)}>Remove the repeated rows</Button>
        </Notice>
      )}
      {saved.length > 0 && (
        <Notice look="warn" title={explainSaved(saved.length)}>
          <Button onClick={() => removeAll(saved)}>
            {saved.length === 1 ? 'Remove this row' : 'Remove these rows'}
          </Button>
        </Notice>
      )}
    </>
  );
}

interface NetworkForAllProps {
  count: number;
  networks: readonly Network[];
  onChoose: (network: string) => void;
}

function NetworkForAll({ count, networks, onChoose }: NetworkForAllProps) {
  const id = useId();
  const [chosen, setChosen] = useState('');
  return (
    <Notice look="warn" title={`${countRows(count)} name no network.`}>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id}>Network of these rows</label>
        <span className="w-44">
          <select id={id} value={chosen} className={CONTROL} onChange={({ target }) => setChosen(target.value)}>
            <option value="">Choose…</option>
            {networks.map((network) => (
              <option key={network.id} value={network.id}>
                {network.label}
              </option>
            ))}
          </select>
        </span>
        <Button disabled={chosen === ''} onClick={() => onChoose(chosen)}>
          Use for all of them
        </Button>
      </div>
    </Notice>
  );
}

/** Counts the rows on networks that the console does not have, and names each network once, by its label if known. */
function explainOthers(rows: readonly CheckedRow[]): string {
  const names = rows.map(({ form: { network } }) => {
    const known = findNetworkNamed(network, KNOWN_NETWORKS);
    return known ? known.label : `“${readableText(network, 40)}”`;
  });
  const count = `${countRows(rows.length)} ${rows.length === 1 ? 'is' : 'are'}`;
  return `${count} on networks that are not set up: ${joinSome([...new Set(names)])}.`;
}

function explainSaved(count: number): string {
  return count === 1
    ? '1 row has a recipient that is already in the address book.'
    : `${countRows(count)} have recipients that are already in the address book.`;
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { TransferCase } from '@/app/(console)/_cases/transfer-case';
import { fetchJson } from '@/components/data/fetch-json';
import { Panel } from '@/components/ui/panel';
import { transferDetailEndpoint } from '@/lib/cases/transfer-detail';

/** The case of the transfer that a request became. Shows nothing until the console's copy has the transfer. */
export function RequestCase({ transferId }: { transferId: string }) {
  const { data, refetch } = useQuery({
    queryKey: ['transfers', 'detail', transferId],
    queryFn: ({ signal }) => fetchJson(transferDetailEndpoint(transferId), { signal }),
    // Right after the send the copy may lack the transfer.
    refetchInterval: ({ state }) => (state.data?.mirrored === null ? WAIT_MS : false),
  });
  if (!data?.mirrored) return null;
  return (
    <Panel title="Case">
      <TransferCase transferId={transferId} caseFile={data.caseFile} onChanged={() => void refetch()} />
    </Panel>
  );
}

const WAIT_MS = 3_000;

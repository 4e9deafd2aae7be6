'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect } from 'react';
import { LiveTransfer } from '@/app/(console)/transfers/_details/live-transfer';
import { QueryProvider } from '@/components/data/query-provider';
import type { TransferDetail } from '@/lib/cases/transfer-detail';
import type { TransferAnswer, TransferRow } from '@/lib/transfers/transfer';

interface DetailsBodyProps {
  id: string;
  row: TransferRow | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  actions: ReactNode;
  /** Called with the service's current record whenever it was read. */
  onSeen: (transfer: TransferRow) => void;
}

/** The details of the open transfer, refreshed automatically. */
export function DetailsBody({ onSeen, ...details }: DetailsBodyProps) {
  return (
    <QueryProvider>
      <LiveTransfer {...details} />
      <Seen id={details.id} row={details.row} onSeen={onSeen} />
    </QueryProvider>
  );
}

// Shows the record that the details read last in the list as well.
function Seen({ id, row: listed, onSeen }: Pick<DetailsBodyProps, 'id' | 'row' | 'onSeen'>) {
  const { data } = useQuery<TransferAnswer>({ queryKey: ['transfers', 'record', id], queryFn: skipToken });
  const { data: detail } = useQuery<TransferDetail>({ queryKey: ['transfers', 'detail', id], queryFn: skipToken });
  const problem = detail?.caseFile.problem?.state;
  const isCaseKnown = detail !== undefined;
  const recipient = listed?.recipient;
  useEffect(() => {
    // Only both together are what a row of the list says.
    if (!data || !isCaseKnown) return;
    const { raw: _raw, ...row } = data.transfer;
    // The service's record has no name of the recipient.
    onSeen({ ...row, ...(problem === 'settled' && { isSettled: true }), ...(recipient && { recipient }) });
  }, [data, isCaseKnown, problem, recipient, onSeen]);
  return null;
}

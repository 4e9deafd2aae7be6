'use client';

import { ExternalLink } from 'lucide-react';
import { DetailsBody } from '@/app/(console)/transfers/_details/details-body';
import { closeTransfer } from '@/app/(console)/transfers/_list/transfer-list';
import { BesidePane, CloseBeside, useHeadingFocus } from '@/components/list/beside/beside-pane';
import { buttonClass } from '@/components/ui/button';
import { routes } from '@/lib/http/routes';
import type { TransferRow } from '@/lib/transfers/transfer';

interface DetailsPaneProps {
  id: string;
  row: TransferRow | undefined;
  /** True if the details take the focus; they do not while the reader moves through the rows. */
  takesFocus: boolean;
  /** Called with the service's current record whenever it was read. */
  onSeen: (transfer: TransferRow) => void;
}

/** The open transfer beside the list, or over the list on a narrow screen. */
export default function DetailsPane({ id, row, takesFocus, onSeen }: DetailsPaneProps) {
  const focusHeading = useHeadingFocus(takesFocus);
  return (
    <BesidePane label="Transfer details" onClose={closeTransfer}>
      <DetailsBody key={id} id={id} row={row} headingRef={focusHeading} actions={<Actions id={id} />} onSeen={onSeen} />
    </BesidePane>
  );
}

function Actions({ id }: { id: string }) {
  return (
    <div className="-mt-1.5 -mr-2 flex shrink-0 items-center">
      <a
        href={routes.transfer(id)}
        target="_blank"
        rel="noreferrer noopener"
        className={buttonClass('quiet', 'px-2 text-label')}
      >
        Open page
        <ExternalLink aria-hidden className="size-3" />
      </a>
      <CloseBeside onClose={closeTransfer} />
    </div>
  );
}

import { WatchButton } from '@/app/(console)/_cases/watch-button';
import { SaveTemplate } from '@/app/(console)/withdrawals/_templates/save-template';
import { CopySummary } from '@/components/data/copy-summary';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PopoverButton } from '@/components/ui/popover-button';
import { EvidenceLink } from '@/components/withdrawals/evidence-link';
import { downloadRoutes, routes } from '@/lib/http/routes';
import { followUpDenialReason } from '@/lib/requests/follow-up';
import { isSettled, type RequestView } from '@/lib/requests/request-view';
import { writeRequestSummary } from '@/lib/requests/write-summary';

interface RequestMenuProps {
  request: RequestView;
  /** True where the reader may request withdrawals, and so this one once more. */
  canRequest: boolean;
}

/** The menu of everything that can be done with a request apart from deciding. */
export function RequestMenu({ request, canRequest }: RequestMenuProps) {
  const plain = buttonClass('plain');
  const canRepeat = canRequest && !request.followedBy && followUpDenialReason(request) !== undefined;
  return (
    <PopoverButton label="More">
      <div className="flex flex-col gap-2 [&>a]:w-full [&>button]:w-full">
        {canRepeat && (
          <Link href={routes.repeatWithdrawal({ request: request.id })} className={plain}>
            Repeat
          </Link>
        )}
        {canRequest && (
          <>
            <Link href={routes.planPayment({ request: request.id })} className={plain}>
              Plan
            </Link>
            <SaveTemplate read={() => ({ requestId: request.id })} />
            <Link href={routes.newWithdrawal} className={plain}>
              New withdrawal
            </Link>
          </>
        )}
        <CopySummary write={() => writeRequestSummary(request)} />
        {request.hasEvidence && <EvidenceLink href={downloadRoutes.evidenceOf(request.id)} />}
        <WatchButton target={{ requestId: request.id }} isPending={!isSettled(request)} />
      </div>
    </PopoverButton>
  );
}

/** Links to the form that requests an unpaid withdrawal again; nothing where a later one does. */
export function RequestAgain({ request, canRequest }: RequestMenuProps) {
  if (!canRequest || request.followedBy || followUpDenialReason(request) !== undefined) return null;
  // One that can be queued again needs no new approvals.
  const look = request.resolutions.includes('send-again') ? 'plain' : 'primary';
  return (
    <Link href={routes.requestAgain(request.id)} className={buttonClass(look)}>
      Request again
    </Link>
  );
}

import { Link } from '@/components/ui/link';
import { describePaid } from '@/lib/search/describe-paid';
import type { PaidToAddress } from '@/lib/search/found';
import { routes } from '@/lib/http/routes';

/** What was paid to the address of a search in all, with a link to the list of those transfers. */
export function PaidLine({ paid, onChoose }: { paid: PaidToAddress; onChoose?: () => void }) {
  return (
    <p className="text-label [overflow-wrap:anywhere]">
      Paid to this address: {describePaid(paid)}.{' '}
      <Link
        href={routes.outgoingTransfersTo(paid.address)}
        {...(onChoose && { onClick: onChoose })}
        className="text-accent underline"
      >
        Show what was sent there
      </Link>
    </p>
  );
}

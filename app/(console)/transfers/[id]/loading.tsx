import { TransferCard } from '@/app/(console)/transfers/[id]/transfer-card';
import { DetailsSkeleton } from '@/app/(console)/transfers/skeletons';

export default function TransferLoading() {
  return (
    <TransferCard title="Transfer">
      <DetailsSkeleton />
    </TransferCard>
  );
}

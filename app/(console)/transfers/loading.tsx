import { ListSkeleton } from '@/app/(console)/transfers/skeletons';
import { PageTitle } from '@/components/ui/panel';

export default function TransfersLoading() {
  return (
    <>
      <PageTitle title="Transfers" subtitle="reading…" />
      <ListSkeleton />
    </>
  );
}

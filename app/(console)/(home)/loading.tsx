import { PageSkeleton } from '@/components/shell/page-skeleton';

export default function LoadingHome() {
  return <PageSkeleton title="Home" />;
}

import { PageSkeleton } from '@/components/shell/page-skeleton';

export default function LoadingRecipients() {
  return (
    <PageSkeleton title="Recipients" subtitle="Your address book. Every change needs a second person to confirm it." />
  );
}

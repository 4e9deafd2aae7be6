import type { Metadata } from 'next';
import { EndDigests } from '@/app/unsubscribe/end-digests';

export const metadata: Metadata = { title: 'End digests' };

/** Asks whether to end digests: a mail program that follows links must not end them. */
export default async function UnsubscribePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { token } = await searchParams;
  return (
    <main className="mx-auto flex min-h-dvh max-w-card flex-col justify-center gap-4 p-4">
      <div className="rounded-panel border border-line bg-panel p-6">
        <h1 className="mb-3 text-title font-semibold tracking-tight">End digests</h1>
        <p className="mb-4 text-body">
          Mails that come every hour or once a day end. What waits for you, and alarms, come at once instead. You choose
          again under Account.
        </p>
        <EndDigests token={typeof token === 'string' ? token : ''} />
      </div>
    </main>
  );
}

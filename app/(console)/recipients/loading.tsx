import { PageTitle } from '@/components/ui/panel';

export default function LoadingRecipients() {
  return (
    <div aria-busy="true">
      <PageTitle title="Recipients" subtitle="Your address book. Every change needs a second person to confirm it." />
      <ul aria-hidden className="divide-y divide-line rounded-panel border border-line bg-panel">
        {Array.from({ length: 8 }, (_, row) => (
          <li key={row} className="flex gap-4 px-3 py-4">
            <span className="h-4 w-40 rounded bg-soft" />
            <span className="h-4 grow rounded bg-soft" />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        Loading recipients…
      </p>
    </div>
  );
}

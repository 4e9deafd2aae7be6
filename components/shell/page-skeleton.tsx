import { PageTitle } from '@/components/ui/panel';

/** Renders the place of a page's rows while they load. `title` and `subtitle` are those of the page. */
export function PageSkeleton({ title, subtitle }: { title: string; subtitle?: string }) {
  return (
    <div aria-busy="true">
      <PageTitle title={title} subtitle={subtitle} />
      <ul aria-hidden className="divide-y divide-line rounded-panel border border-line bg-panel">
        {Array.from({ length: 8 }, (_, row) => (
          <li key={row} className="flex gap-4 px-3 py-4">
            <span className="h-4 w-40 max-w-1/3 rounded bg-soft" />
            <span className="h-4 grow rounded bg-soft" />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        Loading {title}…
      </p>
    </div>
  );
}

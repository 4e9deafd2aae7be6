import type { DayFigure } from '@/app/(console)/(home)/read-home';
import { Link } from '@/components/ui/link';
import { PageSection } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { describeValue } from '@/lib/money/usd-value';
import { formatCount } from '@/lib/text/locale';

/** Shows what was sent today in a line, with a link to the rest; nothing where nothing was. */
export function TodaySection({ figures }: { figures: readonly DayFigure[] }) {
  return (
    <PageSection
      title="Today"
      isEmpty={figures.length === 0}
      aside={
        <Link href={routes.today} className="text-body underline">
          Transfers today
        </Link>
      }
    >
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {figures.map(({ name, transfers, value }) => (
          <div key={name}>
            <dt className="text-label text-dim">
              {name} <span>{formatCount(transfers)}</span>
            </dt>
            <dd className="font-mono text-title">{describeValue(value)}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

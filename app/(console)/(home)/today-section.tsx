import type { DayFigure } from '@/app/(console)/(home)/read-home';
import { Link } from '@/components/ui/link';
import { PageSection } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { roundUsd, VALUE_CURRENCY } from '@/lib/money/usd-value';
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
      <dl className="grid grid-cols-2 gap-x-10 gap-y-3 sm:flex sm:flex-wrap">
        {figures.map(({ name, transfers, value }) => (
          <div key={name}>
            <dt className="text-label text-dim">{name}</dt>
            <dd className="text-label text-dim">
              {value === null ? (
                'no price'
              ) : (
                <>
                  <span className="font-mono text-heading text-ink sm:text-title">{roundUsd(value.usd)}</span>{' '}
                  {VALUE_CURRENCY}
                  {value.unpriced !== undefined && ` + ${value.unpriced} without a price`}
                </>
              )}
            </dd>
            <dd className="text-label text-dim">
              {formatCount(transfers)} {transfers === 1 ? 'withdrawal' : 'withdrawals'}
            </dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

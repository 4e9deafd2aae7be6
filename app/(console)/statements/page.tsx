import type { Metadata } from 'next';
import { StatementForm } from '@/app/(console)/statements/statement-form';
import { StatementSheet } from '@/app/(console)/statements/statement-sheet';
import { PageTitle, Panel } from '@/components/ui/panel';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readStatementPage } from '@/lib/server/statements/read';

export const metadata: Metadata = { title: 'Monthly statements' };

export default async function StatementsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePage('readTransfers');
  const parameters = toParameters(await searchParams);
  const read = await readStatementPage(parameters);
  if (!read.ok) throw new Error('the statements were denied to a person who may read transfers');
  const { options, statement } = read.value;
  const [profile, asset, month] = ['profile', 'asset', 'month'].map((name) => parameters.get(name));
  const chosen = statement?.choice ?? { profile: profile ?? null, asset: asset ?? null, month: month ?? null };
  return (
    <>
      <PageTitle title="Monthly statements" subtitle="One balance of a profile in one month." />
      {options.profiles.length === 0 ? (
        <Panel>
          <p className="text-dim">There are no transfers yet. They appear here as soon as they are synced.</p>
        </Panel>
      ) : (
        <StatementForm options={options} chosen={chosen} />
      )}
      {statement ? (
        <StatementSheet statement={statement} />
      ) : (
        options.profiles.length > 0 && <p className="text-dim">Choose a profile, a balance asset and a month.</p>
      )}
    </>
  );
}

// The first value of a parameter that is given several times.
function toParameters(given: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      [value ?? []]
        .flat()
        .slice(0, 1)
        .map((one) => [name, one]),
    ),
  );
}

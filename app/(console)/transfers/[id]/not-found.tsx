import { headers } from 'next/headers';
import { TransferCard } from '@/app/(console)/transfers/[id]/transfer-card';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { CoverageText } from '@/components/transfers/coverage-text';
import { UntrustedText } from '@/components/values/untrusted-text';
import { PATH_HEADER, routes } from '@/lib/http/routes';
import { readCoverage } from '@/lib/server/mirror/coverage';

/** Neither the mirror nor the service knows the transfer; the page asked both. */
export default async function TransferNotFound() {
  const [coverage, asked] = await Promise.all([readCoverage(), headers()]);
  const id = idIn(asked.get(PATH_HEADER) ?? '');
  return (
    <TransferCard title="Transfer">
      <ReadFailureNotice
        look="warn"
        explanation={{
          title: 'The service does not know this transfer',
          detail: 'It was asked just now, and no transfer has this ID.',
          next: 'Check the ID, or search for the reference.',
        }}
      >
        <p>
          Asked for:{' '}
          <code className="font-mono">
            <UntrustedText text={id} limit={200} />
          </code>
        </p>
        <p>
          Our copy does not have it either: <CoverageText coverage={coverage} />.
        </p>
      </ReadFailureNotice>
    </TransferCard>
  );
}

// What is not found is given no parameters.
function idIn(path: string): string {
  const segment = path.replace(`${routes.transfers}/`, '').replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import type { Metadata } from 'next';
import { SetUpSteps } from '@/app/(console)/account/set-up/set-up-steps';
import { Fingerprint } from '@/app/(console)/account/passkey-panels';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle, Panel } from '@/components/ui/panel';
import { explainDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { RECOMMENDED_ADMINISTRATORS, type SetUpView } from '@/lib/passkeys/contract';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readSetUp } from '@/lib/server/passkeys/set-up/set-up';

export const metadata: Metadata = { title: 'Set up the key list' };

export default async function SetUpPage() {
  await requirePage('confirmPasskeys');
  const setUp = await readSetUp();
  return (
    <>
      <PageTitle
        title="Set up the key list"
        subtitle="At least two administrators each add a passkey, compare one fingerprint, and sign it."
      />
      {setUp.ok ? <SetUp setUp={setUp.value} /> : <ExplanationNotice explanation={explainDenial(setUp.error, '')} />}
    </>
  );
}

function SetUp({ setUp }: { setUp: SetUpView }) {
  if (setUp.step === 'blocked')
    return (
      <Notice look="warn" title="This address cannot hold passkeys">
        <p>{setUp.reason}</p>
      </Notice>
    );
  if (setUp.step === 'done') return <Done setUp={setUp} />;
  return (
    <div className="space-y-4">
      {setUp.step === 'none' && setUp.unpinned !== null && !setUp.canBegin && <Agreed fingerprint={setUp.unpinned} />}
      <Panel title="Why three administrators">
        <p className="max-w-reading text-body">
          Two are the least. A passkey of an administrator is removed and replaced by two others, so with two
          administrators the loss of one’s passkeys takes a new set-up. With {RECOMMENDED_ADMINISTRATORS} it does not.
        </p>
      </Panel>
      <SetUpSteps setUp={setUp} />
    </div>
  );
}

function Done({ setUp: { root, isPinned } }: { setUp: Extract<SetUpView, { step: 'done' }> }) {
  return (
    <Panel title="The key list is set up">
      <div className="space-y-2 text-body">
        <p>Its fingerprint:</p>
        <Fingerprint value={root} />
        <p className="max-w-reading text-dim">
          {isPinned
            ? 'The environment names this fingerprint (PROOF_ROOT).'
            : 'Write it down. The environment does not name it yet: set PROOF_ROOT to it, so that nobody who owns the database can replace the key list.'}
        </p>
        <p>
          <Link href={routes.account} className="underline">
            Go to your account
          </Link>
        </p>
      </div>
    </Panel>
  );
}

function Agreed({ fingerprint }: { fingerprint: string }) {
  return (
    <Notice look="warn" title="The key list waits for the environment">
      <p>All administrators agreed to this fingerprint:</p>
      <Fingerprint value={fingerprint} />
      <p>Set PROOF_ROOT to it and start the console again. Until then no passkey counts.</p>
    </Notice>
  );
}

import type { Metadata } from 'next';
import { OrderFacts } from '@/app/(console)/withdrawals/planned/order-facts';
import { DeleteTemplate } from '@/app/(console)/withdrawals/templates/delete-template';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { NewWithdrawalLink } from '@/components/withdrawals/new-withdrawal-link';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle, Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { explainDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listTemplates } from '@/lib/server/templates/templates';
import type { TemplateView } from '@/lib/templates/contract';

export const metadata: Metadata = { title: 'Templates' };

export default async function TemplatesPage() {
  const person = await requirePage('readWithdrawals');
  const listed = await listTemplates();
  return (
    <>
      <PageTitle
        title="Templates"
        subtitle="Withdrawals to fill in again: your own, and those shared with everybody who can request withdrawals."
        actions={<NewWithdrawalLink roles={person.roles} />}
      />
      {listed.ok ? (
        <TemplateList templates={listed.value} />
      ) : (
        <ExplanationNotice explanation={explainDenial(listed.error, '')} />
      )}
    </>
  );
}

function TemplateList({ templates }: { templates: readonly TemplateView[] }) {
  if (templates.length === 0)
    return (
      <Panel>
        <p className="text-dim">
          No templates yet. Choose “Save as template” on the form of a new withdrawal, or on the page of a request.
        </p>
      </Panel>
    );
  return (
    <ul aria-label="Templates" className="space-y-3">
      {templates.map((template) => (
        <li key={template.id}>
          <Panel>
            <TemplateLine template={template} />
          </Panel>
        </li>
      ))}
    </ul>
  );
}

function TemplateLine({ template }: { template: TemplateView }) {
  const { id, title, isShared, isMine, savedBy, savedAt, profileId } = template;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 space-y-1">
        <h2 className="text-heading font-semibold [overflow-wrap:anywhere]">
          <UntrustedText text={title} />
        </h2>
        <OrderFacts {...template} />
        <p className="text-label text-dim">
          {profileId !== '' && (
            <>
              From <UntrustedText text={profileId} /> ·{' '}
            </>
          )}
          {isShared ? 'Shared' : 'Only you'} · saved by {isMine ? 'you' : <UntrustedText text={savedBy} />}{' '}
          <Time iso={savedAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          href={routes.repeatWithdrawal({ template: id })}
          aria-label={`Use ${readableText(title)}`}
          className={buttonClass('primary')}
        >
          Use
        </Link>
        <Link
          href={routes.planPayment({ template: id })}
          aria-label={`Plan ${readableText(title)}`}
          className={buttonClass('plain')}
        >
          Plan
        </Link>
        <DeleteTemplate template={template} />
      </div>
    </div>
  );
}

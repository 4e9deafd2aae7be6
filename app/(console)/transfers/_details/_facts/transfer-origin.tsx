import { FactGroup } from '@/app/(console)/transfers/_details/_facts/fact-group';
import { UntrustedText } from '@/components/values/untrusted-text';
import { UnconfirmedFields } from '@/components/withdrawals/unconfirmed-fields';
import { Time } from '@/components/values/time';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { describeRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';
import { nameDecider } from '@/lib/delegation/delegations';
import type { TransferOrigin as Origin } from '@/lib/cases/transfer-detail';

/** The withdrawal request that a transfer came from, with its requester and decisions. */
export function TransferOrigin({ origin }: { origin: Origin }) {
  const { id, refId, requesterName, createdAt, isCertain, unconfirmedFields, decisions } = origin;
  return (
    <FactGroup title="Withdrawal request">
      {!isCertain && (
        <p className="mb-2 text-body text-warn">
          This transfer may not come from this request: the references match, but the console has no record of sending
          the transfer.
        </p>
      )}
      <Facts>
        <Fact name="Request">
          <Link className="underline" href={routes.withdrawal(id)}>
            <UntrustedText text={refId} limit={80} />
          </Link>
        </Fact>
        <Fact name="Status">
          <StatusMark {...describeRequest(origin)} />
        </Fact>
        <Fact name="Requested by">
          <UntrustedText text={requesterName} limit={80} />, <Time iso={createdAt} withSeconds />
        </Fact>
        <Fact name="Decisions">
          {decisions.length === 0 ? (
            <span className="text-dim">none</span>
          ) : (
            <ul className="space-y-1">
              {decisions.map(({ personName, forPersonName, verdict, comment, decidedAt }) => (
                <li key={personName + decidedAt}>
                  <UntrustedText text={nameDecider({ personName, forPersonName })} limit={160} />
                  {verdict === 'APPROVED' ? ' approved, ' : ' rejected, '}
                  <Time iso={decidedAt} withSeconds />
                  {comment !== '' && (
                    <span className="block text-dim">
                      “<UntrustedText text={comment} limit={500} />”
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </Facts>
      <UnconfirmedFields fields={unconfirmedFields} />
    </FactGroup>
  );
}

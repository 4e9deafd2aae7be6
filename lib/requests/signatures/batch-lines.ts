import { joinGroupNeeds } from '@/lib/approver-groups/needs';
import { nameDecider } from '@/lib/delegation/delegations';
import type { BatchView } from '@/lib/requests/bundles/batches';
import { listOpenLines, sayHaste, type SignatureLine } from '@/lib/requests/signatures/lines';
import { formatCount } from '@/lib/text/locale';

/**
 * Lists the signature lines of a batch: its requester, who decided on how many of its rows, and, while rows await
 * approval, a line for each approval that one of them lacks.
 */
export function listBatchLines({
  requesterName,
  createdAt,
  signatures: { request, decisions },
  items,
  isMine,
  denialReason,
}: Pick<
  BatchView,
  'requesterName' | 'createdAt' | 'signatures' | 'items' | 'isMine' | 'denialReason'
>): SignatureLine[] {
  const waiting = items.filter(({ look }) => look !== null).map(({ approvals }) => approvals);
  const required = Math.max(0, ...waiting.map((one) => one.required));
  const missing = Math.max(0, ...waiting.map((one) => one.required - one.given));
  const groups = waiting.reduce<{ group: string; count: number }[]>(
    (joined, { missingGroups = [] }) => joinGroupNeeds(joined, missingGroups),
    [],
  );
  return [
    { state: 'signed', label: `Requested by ${requesterName}`, at: createdAt, ...request },
    ...decisions.map((one): SignatureLine => {
      const isRejected = one.verdict === 'REJECTED';
      const name = `${isRejected ? 'Rejected by ' : ''}${nameDecider(one)}`;
      return {
        state: isRejected ? 'rejected' : 'signed',
        label: one.count === items.length ? name : `${name}, ${count(one.count)} of ${count(items.length)}`,
        at: one.decidedAt,
        seed: one.seed,
        isSigned: one.isSigned,
        ...(waiting.length > 0 && sayHaste(one)),
      };
    }),
    ...listOpenLines({
      missing,
      required,
      isOwn: !isMine && denialReason.approve === null,
      named: groups.flatMap(({ group, count: places }) => Array.from({ length: places }, () => group)),
    }),
  ];
}

const count = formatCount;

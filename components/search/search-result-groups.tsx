'use client';

import {
  BatchResult,
  NoteResult,
  RecipientResult,
  RequestResult,
  TransferResult,
  ProfileResult,
} from '@/components/search/search-result';
import { OptionGroup, SearchOption } from '@/components/search/search-option';
import { readableText } from '@/components/values/untrusted-text';
import { useOpenedTransfers } from '@/components/transfers/recently-opened';
import { describeNear } from '@/lib/search/describe-near';
import type { FoundRequest } from '@/lib/requests/list/entry';
import type { FoundBatch, FoundNote, FoundRecipient, NearAmounts } from '@/lib/search/found';
import { NEAR } from '@/lib/search/mentions';
import type { ProfileName } from '@/lib/profiles/find-name';
import { routes } from '@/lib/http/routes';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

interface ChooseProps {
  onChoose: () => void;
}

const MAX_RECENT = 6;

type Hit = TransferRow & { match?: Match };

interface TransferOptionsProps extends ChooseProps {
  hits: readonly Hit[];
  /** The requests that they came from, by the ID of the transfer. */
  requests: ReadonlyMap<string, FoundRequest>;
  /** When the answer was given (ISO 8601). */
  now: string;
}

/** The matching transfers, each with its request where it was requested here. */
export function TransferOptions({ hits, requests, now, onChoose }: TransferOptionsProps) {
  if (hits.length === 0) return null;
  return (
    <OptionGroup title="Transfers">
      {hits.map((hit) => {
        const request = requests.get(hit.id);
        return (
          <div key={hit.id} className="flex [&>:first-child]:flex-1 [&>:not(:first-child)]:shrink-0">
            <TransferOption hit={hit} now={now} onChoose={onChoose} />
            {request && (
              <SearchOption value={`request ${request.id}`} href={routes.withdrawal(request.id)} onChoose={onChoose}>
                <span className="text-label underline">
                  Request<span className="sr-only"> of {readableText(request.refId, 100)}</span>
                </span>
              </SearchOption>
            )}
          </div>
        );
      })}
    </OptionGroup>
  );
}

function TransferOption({ hit, now, onChoose }: ChooseProps & { hit: Hit; now: string }) {
  return (
    <SearchOption
      value={`transfer ${hit.id}`}
      href={routes.transfer(hit.id)}
      isExact={hit.match?.how === 'exact'}
      onChoose={onChoose}
    >
      <TransferResult transfer={hit} now={now} />
    </SearchOption>
  );
}

/** The matching withdrawal requests. */
export function RequestOptions({ requests, onChoose }: ChooseProps & { requests: readonly FoundRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <OptionGroup title="Withdrawal requests">
      {requests.map((request) => (
        <RequestOption key={request.id} request={request} onChoose={onChoose} />
      ))}
    </OptionGroup>
  );
}

function RequestOption({ request, onChoose }: ChooseProps & { request: FoundRequest }) {
  return (
    <SearchOption
      value={`request ${request.id}`}
      href={routes.withdrawal(request.id)}
      isExact={request.match.how === 'exact'}
      onChoose={onChoose}
    >
      <RequestResult request={request} />
    </SearchOption>
  );
}

/** The transfers and requests that only mention the term, where something else has it as its reference or ID. */
export function MentionOptions({
  hits,
  requests,
  now,
  onChoose,
}: ChooseProps & { hits: readonly Hit[]; requests: readonly FoundRequest[]; now: string }) {
  if (hits.length === 0 && requests.length === 0) return null;
  return (
    <OptionGroup title="Also mentioned in">
      {hits.map((hit) => (
        <TransferOption key={hit.id} hit={hit} now={now} onChoose={onChoose} />
      ))}
      {requests.map((request) => (
        <RequestOption key={request.id} request={request} onChoose={onChoose} />
      ))}
    </OptionGroup>
  );
}

/** The matching case notes, each leading to its transfer. */
export function NoteOptions({ notes, onChoose }: ChooseProps & { notes: readonly FoundNote[] }) {
  if (notes.length === 0) return null;
  return (
    <OptionGroup title="Case notes">
      {notes.map((note) => (
        <SearchOption
          key={note.id}
          value={`note ${note.id}`}
          href={routes.transfer(note.transferId)}
          onChoose={onChoose}
        >
          <NoteResult note={note} />
        </SearchOption>
      ))}
    </OptionGroup>
  );
}

/** The matching entries of the address book. */
export function RecipientOptions({ recipients, onChoose }: ChooseProps & { recipients: readonly FoundRecipient[] }) {
  if (recipients.length === 0) return null;
  return (
    <OptionGroup title="Recipients">
      {recipients.map((recipient) => (
        <SearchOption
          key={recipient.id}
          value={`recipient ${recipient.id}`}
          href={routes.recipient(recipient.id)}
          isExact={recipient.how === 'exact'}
          onChoose={onChoose}
        >
          <RecipientResult recipient={recipient} />
        </SearchOption>
      ))}
    </OptionGroup>
  );
}

/** The batches whose name matches. */
export function BatchOptions({ batches, onChoose }: ChooseProps & { batches: readonly FoundBatch[] }) {
  if (batches.length === 0) return null;
  return (
    <OptionGroup title="Batches">
      {batches.map((batch) => (
        <SearchOption
          key={batch.id}
          value={`batch ${batch.id}`}
          href={routes.batch(batch.id)}
          isExact={batch.isExact}
          onChoose={onChoose}
        >
          <BatchResult batch={batch} />
        </SearchOption>
      ))}
    </OptionGroup>
  );
}

interface SimilarProps extends ChooseProps {
  near: readonly NearAmounts[];
  references: readonly string[];
  now: string;
}

/** What does not match, but may have been meant: references, and what is near an amount. */
export function SimilarOptions({ near, references, now, onChoose }: SimilarProps) {
  return (
    <>
      {references.length > 0 && (
        <OptionGroup title="Similar references">
          {references.map((reference) => (
            <SearchOption
              key={reference}
              value={`similar ${reference}`}
              href={routes.findTransfers(reference)}
              onChoose={onChoose}
            >
              <bdi className="truncate font-mono">{readableText(reference, 80)}</bdi>
            </SearchOption>
          ))}
        </OptionGroup>
      )}
      {near.map((amount) => (
        <OptionGroup key={amount.amount} title={`Similar to ${describeNear(amount)}`}>
          {amount.transfers.map((transfer) => (
            <TransferOption key={transfer.id} hit={{ ...transfer, match: NEAR }} now={now} onChoose={onChoose} />
          ))}
          {amount.requests.map((request) => (
            <RequestOption key={request.id} request={request} onChoose={onChoose} />
          ))}
        </OptionGroup>
      ))}
    </>
  );
}

/** The profiles whose name matches, each with a link to its transfers. */
export function ProfileOptions({
  profiles,
  text,
  onChoose,
}: ChooseProps & { profiles: readonly ProfileName[]; text: string }) {
  if (profiles.length === 0) return null;
  return (
    <OptionGroup title="Profiles">
      {profiles.map(({ id, name }) => (
        <SearchOption
          key={id}
          value={`profile ${id}`}
          href={routes.transfersOf(id)}
          isExact={name.toLowerCase() === text.trim().toLowerCase()}
          onChoose={onChoose}
        >
          <ProfileResult profile={{ id, name }} />
        </SearchOption>
      ))}
    </OptionGroup>
  );
}

/** The transfers that were last opened in this browser. */
export function OpenedOptions({ onChoose }: ChooseProps) {
  const opened = useOpenedTransfers();
  if (opened.length === 0) return null;
  return (
    <OptionGroup title="Recently opened">
      {opened.slice(0, MAX_RECENT).map(({ id, label }) => (
        <SearchOption key={id} value={`transfer ${id}`} href={routes.transfer(id)} onChoose={onChoose}>
          <bdi className="truncate font-mono">{readableText(label, 100)}</bdi>
        </SearchOption>
      ))}
    </OptionGroup>
  );
}

'use client';

import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/data/query-provider';
import { PaidLine } from '@/components/search/paid-line';
import {
  BatchResult,
  NoteResult,
  ProfileResult,
  RecipientResult,
  RequestResult,
  TransferResult,
} from '@/components/search/search-result';
import { useProfileNames } from '@/components/profiles/profile-names';
import { findNamedProfiles } from '@/lib/profiles/find-name';
import { useBesideSearch } from '@/components/search/use-search';
import { explainError } from '@/components/data/fetch-json';
import { Link } from '@/components/ui/link';
import { readableText } from '@/components/values/untrusted-text';
import { joinList } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';
import { routes } from '@/lib/http/routes';
import { describeNear, describeRead } from '@/lib/search/describe-near';
import type { FoundRequest } from '@/lib/requests/list/entry';
import {
  type FoundBatch,
  type FoundBeside,
  type FoundNote,
  type FoundRecipient,
  type NearAmounts,
  foldRequests,
  NOTHING_FOUND,
  withoutShown,
} from '@/lib/search/found';
import { NEAR, splitMentions } from '@/lib/search/mentions';
import type { Match as TextMatch } from '@/lib/transfers/transfer';

/** The matches that the server's render found, for its search text. */
export interface FirstMatches {
  q: string;
  found: FoundBeside;
}

interface MatchesBesideProps {
  q: string;
  first: FirstMatches | undefined;
  /** True where the list is short. */
  isOpen: boolean;
  /** True where the list has no rows: what was found instead of them leads. */
  isAlone: boolean;
  /** The transfers of the list. */
  items: readonly { id: string; match?: TextMatch }[];
  /** When the answer was given (ISO 8601). */
  now: string;
}

const MAX_SHOWN = 5;

/** Matches of a search other than transfers: withdrawal requests, batches, recipients, case notes, profiles. */
export default function MatchesBeside(props: MatchesBesideProps) {
  return (
    <QueryProvider>
      <Matches {...props} />
    </QueryProvider>
  );
}

/**
 * Open below a short list and above an empty one, and not there where nothing is; above a long one always a line, so
 * that what is found never moves the rows.
 */
function Matches({ q, first, isOpen, isAlone, items, now }: MatchesBesideProps) {
  const { found: answer, error } = useBesideSearch(q, first);
  const { recipients, notes, paid, batches, ...found } = answer ?? NOTHING_FOUND;
  const near = withoutShown(found.near, items);
  const { ofTransfer, others } = foldRequests(found.requests, items);
  const { requests, mentions } = splitMentions(items, others);
  const profiles = findNamedProfiles(useProfileNames(), q);
  // The message of an empty list says it.
  const read = found.read && !isAlone ? describeRead(found.read) : undefined;
  const kinds = [
    describeCount(found.requests.length, 'request'),
    describeCount(batches.length, 'batch', 'batches'),
    describeCount(recipients.length, 'recipient'),
    describeCount(profiles.length, 'profile'),
    describeCount(notes.length, 'case note'),
    paid ? 'a payment' : undefined,
    near.length > 0 ? 'similar amounts' : undefined,
  ].filter((kind) => kind !== undefined);
  const isFailed = !answer && error !== null;
  if (kinds.length === 0 && !isFailed) {
    const line = read ?? (answer ? 'Nothing else matches' : 'Searching requests and recipients…');
    return (
      (!isOpen || read !== undefined) && (
        <Panel>
          <p className="px-3 py-2 text-label text-dim">{line}</p>
        </Panel>
      )
    );
  }
  const summary = isFailed
    ? 'Requests and recipients could not be searched'
    : `${isAlone ? 'Found' : 'Also found'}: ${joinList(kinds)}`;
  return (
    <Panel>
      <details key={String(isOpen)} open={isOpen}>
        <summary className="px-3 py-2 text-label text-dim">{summary}</summary>
        <div className="divide-y divide-line border-t border-line empty:hidden">
          {isFailed && <p className="px-3 py-2 text-label">{explainError(error).next}</p>}
          {read && <p className="px-3 py-2 text-label text-dim">{read}</p>}
          {ofTransfer.size > 0 && <RequestsOfTransfers requests={[...ofTransfer.values()]} />}
          {requests.length > 0 && <Requests requests={requests} />}
          {batches.length > 0 && <Batches batches={batches} />}
          {recipients.length > 0 && <Recipients q={q} recipients={recipients} />}
          {paid && (
            <div className="px-3 py-2">
              <PaidLine paid={paid} />
            </div>
          )}
          {profiles.length > 0 && (
            <Kind title="Profiles">
              {profiles.map((profile) => (
                <Match key={profile.id} href={routes.transfersOf(profile.id)}>
                  <ProfileResult profile={profile} />
                </Match>
              ))}
            </Kind>
          )}
          {notes.length > 0 && <Notes notes={notes} />}
          {near.map((amount) => (
            <Near key={amount.amount} near={amount} now={now} />
          ))}
          {mentions.requests.length > 0 && <Mentions requests={mentions.requests} />}
          {mentions.hits.length > 0 && mentions.hits.length === items.length && (
            <p className="px-3 py-2 text-label text-dim">The transfers in the list only mention this text.</p>
          )}
        </div>
      </details>
    </Panel>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Requests and recipients"
      className="@container/matches rounded-panel border border-line bg-panel text-body"
    >
      {children}
    </section>
  );
}

function describeCount(count: number, one: string, many = `${one}s`): string | undefined {
  return count === 0 ? undefined : `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A link to the request of each transfer in the list. */
function RequestsOfTransfers({ requests }: { requests: readonly FoundRequest[] }) {
  return (
    <p className="px-3 py-2 text-label [overflow-wrap:anywhere]">
      <span className="text-dim">Requested here: </span>
      {requests.map(({ id, refId }) => (
        <Link key={id} href={routes.withdrawal(id)} className="mr-3 underline">
          <bdi>{readableText(refId, 100)}</bdi>
        </Link>
      ))}
    </p>
  );
}

function Requests({ requests }: { requests: readonly FoundRequest[] }) {
  return (
    <Kind title="Withdrawal requests">
      <RequestMatches requests={requests} />
      {requests.length >= MAX_SHOWN && (
        <p className="px-3 pb-2 text-label text-dim">
          These are the best {MAX_SHOWN} matches. Enter a longer text to see others.
        </p>
      )}
    </Kind>
  );
}

function Batches({ batches }: { batches: readonly FoundBatch[] }) {
  return (
    <Kind title="Batches">
      {batches.map((batch) => (
        <Match key={batch.id} href={routes.batch(batch.id)}>
          <BatchResult batch={batch} />
        </Match>
      ))}
    </Kind>
  );
}

/** What is near an amount of the search, but does not equal it. */
function Near({ near, now }: { near: NearAmounts; now: string }) {
  return (
    <Kind title={`Similar to ${describeNear(near)}`}>
      {near.transfers.map((transfer) => (
        <Match key={transfer.id} href={routes.transfer(transfer.id)}>
          <TransferResult transfer={{ ...transfer, match: NEAR }} now={now} />
        </Match>
      ))}
      <RequestMatches requests={near.requests} />
    </Kind>
  );
}

function RequestMatches({ requests }: { requests: readonly FoundRequest[] }) {
  return requests.map((request) => (
    <Match key={request.id} href={routes.withdrawal(request.id)}>
      <RequestResult request={request} />
    </Match>
  ));
}

// Closed: what answers the search is above, or in the rows below.
function Mentions({ requests }: { requests: readonly FoundRequest[] }) {
  return (
    <details>
      <summary className="px-3 py-2 text-label text-dim hover:text-ink">
        Also mentioned in {requests.length} withdrawal {requests.length === 1 ? 'request' : 'requests'}
      </summary>
      <RequestMatches requests={requests} />
    </details>
  );
}

function Recipients({ q, recipients }: { q: string; recipients: readonly FoundRecipient[] }) {
  return (
    <Kind title="Recipients">
      {recipients.map((recipient) => (
        <Match key={recipient.id} href={routes.recipient(recipient.id)}>
          <RecipientResult recipient={recipient} />
        </Match>
      ))}
      {recipients.length >= MAX_SHOWN && (
        <p className="px-3 pb-2 text-label">
          <Link className="underline" href={routes.findRecipients(q)}>
            All recipients that match
          </Link>
        </p>
      )}
    </Kind>
  );
}

function Notes({ notes }: { notes: readonly FoundNote[] }) {
  return (
    <Kind title="Case notes">
      {notes.map((note) => (
        <Match key={note.id} href={routes.transfer(note.transferId)}>
          <NoteResult note={note} />
        </Match>
      ))}
      {notes.length >= MAX_SHOWN && (
        <p className="px-3 pb-2 text-label text-dim">
          These are the latest {MAX_SHOWN}. Enter more words to see others.
        </p>
      )}
    </Kind>
  );
}

function Kind({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="px-3 pt-2 text-label text-dim">{title}</h2>
      {children}
    </div>
  );
}

function Match({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="flex rounded-control px-3 py-2 hover:bg-soft/60">
      {children}
    </Link>
  );
}

import type { ListedFile } from '@/lib/proof/statements/attachments';
import type { EvidenceBody, EvidenceRequest } from '@/lib/proof/evidence/records';
import type { KeyList } from '@/lib/proof/key-list';
import { KINDS } from '@/lib/proof/kinds';
import { parseJson } from '@/lib/proof/evidence/policy-history';
import type { CountedDecision } from '@/lib/proof/counted';
import type { CountedRequest, DecidedRequest } from '@/lib/proof/evidence/verify-decision';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

const MAX_SHOWN = 200;

/** Describes what was decided about: reference, value, recipient, and the hash of the bytes. */
export function describeRequest(
  body: EvidenceBody,
  { id, version, sha256 }: Pick<DecidedRequest, 'id' | 'version' | 'sha256'>,
): string {
  const value = body.amount === undefined ? `${body.total} ${body.asset} in total` : `${body.amount} ${body.asset}`;
  const payment = `${value} to ${body.destination_address} on ${body.crypto_network}`;
  return show(`Withdrawal ${body.ref_id} (request ${id}, version ${version}): ${payment}, bytes ${sha256}.`);
}

/** Names a file of a request by what was signed; the bytes of files are no part of evidence. */
export function describeFile({ name, size, sha256 }: ListedFile): string {
  return show(`  Attachment “${name}”, ${size} bytes, SHA-256 ${sha256}.`);
}

/** Names a withdrawal that does not hold, and who decided on it without a signature, as the file states it. */
export function nameRequest({ id, version, bytes, create, approvals }: EvidenceRequest): string {
  const { ref_id: refId } = (parseJson(bytes) ?? {}) as { ref_id?: unknown };
  const unsigned = [create, ...approvals].filter(({ statement }) => statement === '').map(({ stated }) => stated);
  const name = `Withdrawal ${typeof refId === 'string' ? refId : 'without a reference'} (request ${id}, version ${version})`;
  return show(unsigned.length === 0 ? name : `${name}. Not signed: ${unsigned.join('; ')}`);
}

/** Describes a signed decision: who, as what, by which passkey, and where in the chain. */
export function describeApproval(keys: KeyList, { statement, number, credentialId }: CountedDecision): string {
  const { person, kind, as, issued } = statement;
  const passkey = keys.keys.find(credentialId)?.record.name ?? credentialId;
  const who = `${person.subject} (${person.issuer})`;
  const delegator = statement.for === undefined ? '' : ` for ${statement.for}`;
  return show(
    `  ${who} ${KINDS[kind].verb} as ${as}${delegator} with the passkey “${passkey}”, issued ${issued}, entry ${number}.`,
  );
}

/**
 * Describes the date of the standing order that a request rests on, and who approved that; empty for any other request.
 */
export function describeOccurrence(keys: KeyList, { occurrence }: CountedRequest): string[] {
  if (!occurrence) return [];
  const { orderId, date, approvals } = occurrence;
  return [
    show(`  For ${date} of the planned payment ${orderId}, which its owner and these people signed:`),
    ...approvals.map((approval) => describeApproval(keys, approval)),
  ];
}

/** Describes what the console states without a signature: how it was closed, attempts to send, the service's answer. */
export function describeStated({ attempts, answer, closed = [] }: EvidenceRequest, sha256: string): string[] {
  const posted = attempts.map(({ at, outcome, sha256: sent }) => {
    const other = sent === sha256 ? '' : ' THE CONSOLE STATES THAT OTHER BYTES WERE POSTED.';
    return `  Stated by the console, not signed: posted ${at}, ${outcome}.${other}`;
  });
  const none = '  Stated by the console, not signed: never posted.';
  const record = parseJson(answer ?? '') as { status?: unknown } | null | undefined;
  const status = typeof record?.status === 'string' ? record.status : 'without a status';
  const said = answer === null ? [] : [`  Stated by the console, not signed: the service's record, ${status}.`];
  const ended = closed.map((how) => `  Stated by the console: ${how}.`);
  return [...ended, ...(posted.length === 0 ? [none] : posted), ...said].map(show);
}

/** Makes a text fit for a terminal or a page: hidden characters are named, and long texts end early. */
function show(text: string): string {
  const revealed = revealHiddenCharacters(text);
  return revealed.length > MAX_SHOWN * 4 ? `${revealed.slice(0, MAX_SHOWN * 4)}…` : revealed;
}

import type { ListedFile } from '@/lib/attachments/limits';
import type { EvidenceBody, EvidenceDecision, EvidenceRequest } from '@/lib/proof/evidence/records';
import type { KeyList } from '@/lib/proof/key-list';
import { KINDS } from '@/lib/proof/kinds';
import { parseJson } from '@/lib/text/parse-json';
import type { CountedDecision } from '@/lib/proof/counted';
import type { CountedRequest, DecidedRequest } from '@/lib/proof/evidence/verify-decision';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

const MAX_SHOWN = 200;

/** What a request would send, as signed; hidden characters are named. */
export interface ShownRequest {
  id: string;
  version: number;
  /** Of the bytes. */
  sha256: string;
  reference: string;
  /** The amount, or the total where the fee is part of it. */
  value: string;
  isTotal: boolean;
  asset: string;
  address: string;
  network: string;
}

/** A verified signature; hidden characters are named. */
export interface ShownSignature {
  /** The subject and the issuer of the person. */
  subject: string;
  issuer: string;
  /** What was done, such as “approved the withdrawal”, and in which role or group. */
  verb: string;
  as: string;
  /** The ID of the person decided for. */
  delegator?: string;
  passkey: string;
  /** The time in ISO 8601. */
  issued: string;
  /** Number of the entry in the chain. */
  number: number;
  /** The signature in base64url, which its stroke is drawn from. */
  seed: string;
}

/** Gives what was decided about: reference, value, recipient, and the hash of the bytes. */
export function showRequest(
  body: EvidenceBody,
  { id, version, sha256 }: Pick<DecidedRequest, 'id' | 'version' | 'sha256'>,
): ShownRequest {
  return {
    id: show(id),
    version,
    sha256,
    reference: show(body.ref_id),
    value: show(body.amount ?? body.total ?? ''),
    isTotal: body.amount === undefined,
    asset: show(body.asset),
    address: show(body.destination_address),
    network: show(body.crypto_network),
  };
}

/** Describes what was decided about in a sentence. */
export function describeRequest(request: ShownRequest): string {
  const { id, version, sha256, reference, value, isTotal, asset, address, network } = request;
  const payment = `${value} ${asset}${isTotal ? ' in total' : ''} to ${address} on ${network}`;
  return `Withdrawal ${reference} (request ${id}, version ${version}): ${payment}, bytes ${sha256}.`;
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

/** Gives a signed decision: who, as what, by which passkey, and where in the chain. */
export function showSignature(
  keys: KeyList,
  { statement, number, credentialId }: CountedDecision,
  { assertion }: Pick<EvidenceDecision, 'assertion'>,
): ShownSignature {
  const { person, kind, as, issued } = statement;
  return {
    subject: show(person.subject),
    issuer: show(person.issuer),
    verb: KINDS[kind].verb,
    as: show(as),
    ...(statement.for !== undefined && { delegator: show(statement.for) }),
    passkey: show(keys.keys.find(credentialId)?.record.name ?? credentialId),
    issued,
    number,
    seed: assertion?.signature ?? '',
  };
}

/** Describes a signed decision in a line. */
export function describeSignature(signature: Omit<ShownSignature, 'seed'>): string {
  const { subject, issuer, verb, as, delegator, passkey, issued, number } = signature;
  const who = `${subject} (${issuer})`;
  const decided = `${verb} as ${as}${delegator === undefined ? '' : ` for ${delegator}`}`;
  return `  ${who} ${decided} with the passkey “${passkey}”, issued ${issued}, entry ${number}.`;
}

/** Describes a decision whose signature is elsewhere in the file. */
export function describeApproval(keys: KeyList, decision: CountedDecision): string {
  return describeSignature(showSignature(keys, decision, { assertion: null }));
}

/**
 * Describes the date of the standing order that a request rests on, and who approved that; empty for any other request.
 */
export function describeOccurrence(keys: KeyList, { occurrence }: CountedRequest): string[] {
  if (!occurrence) return [];
  const { orderId, date, day, approvals } = occurrence;
  const moved = day === date ? '' : `, moved from ${date},`;
  return [
    show(`  For ${day}${moved} of the planned payment ${orderId}, which its owner and these people signed:`),
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

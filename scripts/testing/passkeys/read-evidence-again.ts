// A second reading of an evidence file, with node:crypto alone. It shares no code with lib/proof and knows only what
// docs/operations.md tells an auditor, so that a mistake in the verifier does not hide here.
import { createHash, createPublicKey, verify } from 'node:crypto';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- a file of anyone's

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const hex = (text: string) => sha256(text).toString('hex');
const decode = (text: string) => Buffer.from(text, 'base64url');

function isSigned({ statement, assertion }: Json, keys: Map<string, Json>, root: Json): boolean {
  const key = keys.get(assertion.credentialId);
  const client = decode(assertion.clientDataJSON);
  const data = decode(assertion.authenticatorData);
  const said = JSON.parse(client.toString());
  if (!key || said.type !== 'webauthn.get' || !root.origins.includes(said.origin)) return false;
  if (said.challenge !== sha256(statement).toString('base64url')) return false;
  if (!data.subarray(0, 32).equals(sha256(root.rpId)) || ((data[32] ?? 0) & 5) !== 5) return false;
  if (key.person.id !== JSON.parse(statement).person.id) return false;
  const spki = createPublicKey({ key: decode(key.publicKey.spki), format: 'der', type: 'spki' });
  const digest = spki.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return verify(digest, Buffer.concat([data, sha256(client)]), spki, decode(assertion.signature));
}

/** Lists each request of a file with the people who signed its bytes, the requester first; throws where a line lies. */
export function readEvidenceAgain(lines: readonly string[], fingerprint: string): Record<string, string[]> {
  const records: Json[] = lines.map((line) => JSON.parse(line));
  const root = JSON.parse(records[0]!.root);
  if (hex(records[0]!.root) !== fingerprint) throw new Error('another root');
  const keys = new Map<string, Json>(root.keys.map((key: Json) => [key.credentialId, key]));
  const waiting = new Map<string, { key: Json; by: Set<string> }>();
  const read: Record<string, string[]> = {};
  for (const record of records) {
    const { kind, subject, person, sha256: signed } = record.type === 'entry' ? JSON.parse(record.statement) : {};
    if (record.content && hex(record.content) !== signed) throw new Error('other content');
    if (kind === 'key.add') waiting.set(subject.id, { key: JSON.parse(record.content), by: new Set() });
    if (kind === 'key.confirm' && isSigned(record, keys, root)) {
      const added = waiting.get(subject.id)!;
      if (keys.get(record.assertion.credentialId)!.roles.includes('admin')) added.by.add(person.id);
      if (added.by.size === 2) keys.set(subject.id, added.key);
    }
    if (record.type !== 'request') continue;
    for (const decision of [record.create, ...record.approvals]) {
      const { items, sha256: bytes, person: signer } = JSON.parse(decision.statement);
      const list = records.find(({ type, text }) => type === 'list' && hex(text) === items)?.text ?? '';
      const covers = items
        ? list.split('\n').includes(`${record.id} ${record.version} ${hex(record.bytes)}`)
        : bytes === hex(record.bytes);
      if (!covers || !isSigned(decision, keys, root)) throw new Error(`${record.id} is not signed`);
      read[record.id] = [...(read[record.id] ?? []), signer.subject];
    }
  }
  return read;
}

import canonicalize from 'canonicalize';
import { hashedText } from '@/lib/audit/audit-log';
import { writeAttachmentList } from '@/lib/proof/statements/attachments';
import { sha256Hex } from '@/lib/proof/bytes';
import { toLink } from '@/lib/proof/keys/chain';
import { addToChecksum, type EvidenceRecord, writeRecord } from '@/lib/proof/evidence/records';
import { hashItems, type ProofItem, writeItems } from '@/lib/proof/statements/items';
import { isKeyEvent } from '@/lib/proof/key-events';
import { writeRoot } from '@/lib/proof/keys/root';
import { hashService } from '@/lib/proof/statements/service';
import { readStatement, type Statement } from '@/lib/proof/statement';
import { type DeskPerson, ProofDesk } from '@/scripts/testing/passkeys/proof-desk';

/** A record of an evidence file as tests change it, before checksums and lines are written. */
export type UnfinishedRecord = Exclude<EvidenceRecord, { type: 'end' }>;

const SERVICE = { address: 'https://service.example', clientId: 'console' };
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const FIRST_POLICY = '[{"name":"All","then":{"count":1,"kind":"approve"},"when":{}}]';
const TWO_APPROVALS = '[{"name":"All","then":{"count":2,"kind":"approve","role":"approver"},"when":{}}]';
const FILES = writeAttachmentList([
  { name: 'invoice.pdf', sha256: 'a'.repeat(64), size: 700_000, type: 'application/pdf' },
]);
const FINDINGS = '[{"id":"new-recipient","text":"Never paid before."}]';
const COMMENT = 'Invoice 2291, “checked by telephone” \u202e=cmd';
const VALID_UNTIL = '2026-11-25T05:00:00.000Z';
const POSTED = '2026-11-23T06:00:00.000Z';

interface Signed {
  statement: string;
  assertion: { credentialId: string; authenticatorData: string; clientDataJSON: string; signature: string };
}

/**
 * What a sample signs that no honest console would: other facts than the bytes give, another second policy, or another
 * address confirmed.
 */
interface SampleChanges {
  told?: object;
  policy?: string;
  chosenAddress?: string;
}

/** A desk with passkeys, a changed policy, a single request and a batch of two, and the evidence for all of them. */
export async function writeSampleEvidence({
  told = {},
  policy = TWO_APPROVALS,
  chosenAddress = ADDRESS,
}: SampleChanges = {}): Promise<{
  fingerprint: string;
  records: UnfinishedRecord[];
}> {
  const desk = await ProofDesk.open({ policy: await sha256Hex(FIRST_POLICY) });
  const [ada, ben, cyd] = desk.admins;
  const fay = await desk.enrol('fay', { roles: ['finance'], groups: [] });
  const gus = await desk.enrol('gus', { roles: ['approver'], groups: [] }, 'EdDSA');
  const hal = await desk.enrol('hal', { roles: ['approver'], groups: [] }, 'RS256');
  const batch = await signBatch(desk, { fay, gus });
  await desk.signAbout(cyd, 'key.remove', cyd.record, { as: 'holder' });
  for (const admin of [ada, ben]) await signPolicy(desk, admin, policy);
  const single = await signSingle(desk, fay, [gus, hal], { told, policy, chosenAddress });
  await desk.append('not a statement', null);
  const header: UnfinishedRecord = {
    type: 'header',
    format: 'countersign/evidence/1',
    root: writeRoot(desk.root),
    policy: FIRST_POLICY,
    service: SERVICE,
    scope: 'Everything that was signed',
    made: '2026-11-24T00:00:00.000Z',
    leftOut: ['comments that were deleted'],
  };
  const records = [header, ...(await writeChain(desk)), ...batch, single, ...(await writeAudit())];
  return { fingerprint: desk.list.fingerprint, records };
}

/** Writes records as the lines of a file, with number of lines and checksum computed. */
export async function writeLines(records: readonly UnfinishedRecord[]): Promise<string[]> {
  const lines = records.map((record) => writeRecord(record));
  let checksum = '';
  for (const line of lines) checksum = await addToChecksum(checksum, line);
  return [...lines, writeRecord({ type: 'end', lines: lines.length, checksum })];
}

async function writeChain({ entries }: ProofDesk): Promise<UnfinishedRecord[]> {
  return Promise.all(
    entries.map(async ({ entry, content }): Promise<UnfinishedRecord> => {
      const read = readStatement(entry.statement);
      const isNeeded = read.ok && (isKeyEvent(read.value.kind) || read.value.kind === 'policy');
      if (isNeeded) return { type: 'entry', ...entry, content };
      return { type: 'link', ...(await toLink(entry)), hash: entry.hash };
    }),
  );
}

async function signPolicy(desk: ProofDesk, admin: DeskPerson, text: string): Promise<void> {
  const subject = { id: 'policy', version: 2 };
  const { comment: _, ...statement } = desk.statement('policy', { subject, sha256: await sha256Hex(text) });
  await desk.sign(admin, statement, text);
}

async function signSingle(
  desk: ProofDesk,
  fay: DeskPerson,
  approvers: DeskPerson[],
  { told, policy, chosenAddress }: Required<SampleChanges>,
): Promise<UnfinishedRecord> {
  const content = writeContent('request-1', '1000000000000000000000000000.01', fay, told);
  const about: Partial<Statement> = {
    subject: { id: 'request-1', version: 1 },
    service: await hashService(SERVICE),
    sha256: await sha256Hex(content.bytes),
    facts: await sha256Hex(content.facts),
    policy: await sha256Hex(policy),
    rule: 1,
    findings: await sha256Hex(FINDINGS),
    comment: await sha256Hex(COMMENT),
    attachments: await sha256Hex(FILES),
    validUntil: VALID_UNTIL,
    chosenAddress,
  };
  const create = await desk.sign(fay, desk.statement('request.create', about));
  const approvals: Signed[] = [];
  for (const approver of approvers)
    approvals.push(await desk.sign(approver, desk.statement('request.approve', about), '', { as: 'approver' }));
  return {
    type: 'request',
    id: 'request-1',
    version: 1,
    ...content,
    attachments: FILES,
    create: toRecord(create, FINDINGS, COMMENT),
    approvals: approvals.map((approval) => toRecord(approval, FINDINGS, COMMENT)),
    attempts: [{ sha256: await sha256Hex(content.bytes), head: desk.list.chain.head, at: POSTED, outcome: 'accepted' }],
    answer: '{"id":"transfer-1","status":"completed"}',
  };
}

async function signBatch(
  desk: ProofDesk,
  { fay, gus }: { fay: DeskPerson; gus: DeskPerson },
): Promise<UnfinishedRecord[]> {
  const contents = ['row-1', 'row-2'].map((id) => ({ id, ...writeContent(id, '5.5', fay) }));
  const hashed = async (text: (content: (typeof contents)[number]) => string): Promise<ProofItem[]> =>
    Promise.all(
      contents.map(async (content) => ({ id: content.id, version: 1, sha256: await sha256Hex(text(content)) })),
    );
  const items = await hashed(({ bytes }) => bytes);
  const facts = await hashed((content) => content.facts);
  const findings = await hashed(() => FINDINGS);
  const withFiles = [{ id: 'row-1', version: 1, sha256: await sha256Hex(FILES) }];
  const about: Partial<Statement> = {
    subject: { id: 'batch-1', version: 1 },
    service: await hashService(SERVICE),
    items: await hashItems(items),
    facts: await hashItems(facts),
    findings: await hashItems(findings),
    attachments: await hashItems(withFiles),
    policy: await sha256Hex(FIRST_POLICY),
    validUntil: VALID_UNTIL,
  };
  const create = await desk.sign(fay, omitSingle(desk.statement('batch.create', about)));
  const approval = await desk.sign(gus, omitSingle(desk.statement('batch.decide', about)), '', { as: 'approver' });
  const { head } = desk.list.chain;
  const lists = [items, facts, findings, withFiles].map((list) => ({ type: 'list' as const, text: writeItems(list) }));
  const requests = contents.map(({ id, bytes, facts: told }, index) => ({
    type: 'request' as const,
    id,
    version: 1,
    bytes,
    facts: told,
    attachments: id === 'row-1' ? FILES : null,
    create: toRecord(create, FINDINGS, null),
    approvals: [toRecord(approval, FINDINGS, null)],
    attempts: [{ sha256: items[index]!.sha256, head, at: POSTED, outcome: 'accepted' }],
    answer: null,
  }));
  return [...lists, ...requests];
}

// The items of a batch have what a single request would name here in their own lines.
function omitSingle(statement: Statement): Statement {
  const { rule: _, chosenAddress: __, comment: ___, ...others } = statement;
  return others;
}

async function writeAudit(): Promise<UnfinishedRecord[]> {
  let hash = '0'.repeat(64);
  const lines: UnfinishedRecord[] = [];
  for (const seq of [1, 2, 3]) {
    const line = {
      seq: seq + 40,
      at: `2026-11-23T05:00:0${seq}.000000Z`,
      entry: `{"action":"request.made","n":${seq}}`,
    };
    hash = await sha256Hex(hashedText(hash, line));
    lines.push({ type: 'audit', ...line, hash });
  }
  return lines;
}

function writeContent(
  id: string,
  amount: string,
  { person }: DeskPerson,
  told: object = {},
): { bytes: string; facts: string } {
  const body = {
    ref_id: `INV-${id}`,
    profile_id: 'p-ops',
    asset: 'USDC',
    crypto_network: 'ETHEREUM',
    destination_address: ADDRESS,
    amount,
  };
  const facts = {
    asset: 'USDC',
    network: 'ETHEREUM',
    profileId: 'p-ops',
    makerId: person.id,
    value: amount,
    isNewRecipient: true,
    signals: [],
    ...told,
  };
  return { bytes: JSON.stringify(body), facts: canonicalize(facts) ?? '' };
}

function toRecord({ statement, assertion }: Signed, findings: string, comment: string | null) {
  return { statement, assertion, findings, comment, stated: 'somebody, 2026-11-23T05:00:00.000Z' };
}

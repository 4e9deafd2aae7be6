import { KINDS, type StatementKind } from '@/lib/proof/kinds';
import { STATEMENT_FORMAT, type Statement } from '@/lib/proof/statement';

const MEMBERS = {
  items: '1'.repeat(64),
  attachments: '2'.repeat(64),
  policy: '3'.repeat(64),
  rule: 2,
  facts: '4'.repeat(64),
  findings: '5'.repeat(64),
  chosenAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  for: 'person-9',
  comment: '6'.repeat(64),
  proposedBy: 'person-8',
  validUntil: '2026-11-25T05:00:00.000Z',
} as const;

/** Gives a valid statement of a kind with every member that the kind needs or allows, and with fixed times. */
export function sampleStatement(kind: StatementKind, changes: Partial<Statement> = {}): Statement {
  const { needs, allows, roles } = KINDS[kind];
  return {
    format: STATEMENT_FORMAT,
    kind,
    console: 'a'.repeat(64),
    service: 'b'.repeat(64),
    subject: { id: 'request-1', version: 3 },
    sha256: 'c'.repeat(64),
    ...Object.fromEntries([...needs, ...allows].map((member) => [member, MEMBERS[member]])),
    person: { id: 'person-1', issuer: 'https://people.example', subject: 'ann' },
    as: roles[0] ?? 'admin',
    chain: 'd'.repeat(64),
    issued: '2026-11-23T05:00:00.000Z',
    answerBy: '2026-11-23T05:10:00.000Z',
    nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
    ...changes,
  };
}

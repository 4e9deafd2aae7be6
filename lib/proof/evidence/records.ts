/**
 * The evidence file: JSON Lines, each line the canonical JSON (RFC 8785) of one record, in this order.
 *
 * | record   | what it holds                                                                          | proof     |
 * | -------- | -------------------------------------------------------------------------------------- | --------- |
 * | header   | the root, the first policy, the service, what the file covers and what it leaves out   | PROOF_ROOT |
 * | entry    | an entry of the chain with its statement: key events, policies, delegations, what was taken back, standing orders of the requests below | signatures |
 * | link     | an entry of the chain without its statement                                            | hash      |
 * | list     | the lines that statements about a batch name by hash, before the batch's requests      | signatures |
 * | request  | one version of a request: bytes, facts, decisions, findings; attempts and the answer    | signatures; attempts, answer and `closed` are only stated |
 * | audit    | a line of the audit log                                                                | stated    |
 * | end      | number of lines before, and a checksum over them                                       | none      |
 */
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { assertionSchema } from '@/lib/proof/keys/assertion';
import { sha256Hex } from '@/lib/proof/bytes';
import { serviceSchema } from '@/lib/proof/statements/service';
import { hashSchema, instantSchema } from '@/lib/proof/statement';

const number = z.int().min(1);
const link = { number, previous: hashSchema, hash: hashSchema };
const signed = { statement: z.string(), assertion: assertionSchema.nullable() };

const headerSchema = z.strictObject({
  type: z.literal('header'),
  format: z.literal('countersign/evidence/1'),
  root: z.string(),
  /** Text of the policy that the root names; null where it names none. */
  policy: z.string().nullable(),
  service: serviceSchema,
  /** Stated: what the file is about, when it was made, and what it leaves out, in words. */
  scope: z.string(),
  made: instantSchema,
  leftOut: z.array(z.string()),
});
const entrySchema = z.strictObject({
  type: z.literal('entry'),
  ...link,
  ...signed,
  /**
   * What a key event, a policy or a standing order is signed over; the lines of several requests that were taken back.
   */
  content: z.string().nullable(),
});
const linkSchema = z.strictObject({
  type: z.literal('link'),
  ...link,
  kind: z.string(),
  statement: hashSchema,
  assertion: hashSchema.nullable(),
});
const decisionSchema = z.strictObject({
  /** Empty, without a signature, for a decision that nobody signed. */
  ...signed,
  findings: z.string().nullable(),
  comment: z.string().nullable(),
  /** Stated: who decided, and when. */
  stated: z.string(),
});
const attemptSchema = z.strictObject({
  /** SHA-256 of the bytes that were posted, and the head of the chain that the claim saw. */
  sha256: z.string(),
  head: z.string(),
  at: instantSchema,
  outcome: z.string(),
});
const requestSchema = z.strictObject({
  type: z.literal('request'),
  id: z.string(),
  version: number,
  bytes: z.string(),
  facts: z.string(),
  attachments: z.string().nullable(),
  create: decisionSchema,
  approvals: z.array(decisionSchema).max(50),
  attempts: z.array(attemptSchema).max(1000),
  /** Stated: who rejected or cancelled it, or withdrew an approval, without a signature. */
  closed: z.array(z.string()).max(60).exactOptional(),
  /** The service's record of the transfer, as received. */
  answer: z.string().nullable(),
});
const recordSchema = z.discriminatedUnion('type', [
  headerSchema,
  entrySchema,
  linkSchema,
  z.strictObject({ type: z.literal('list'), text: z.string() }),
  requestSchema,
  z.strictObject({
    type: z.literal('audit'),
    seq: number,
    at: z.string(),
    entry: z.string(),
    hash: z.string(),
  }),
  z.strictObject({ type: z.literal('end'), lines: number, checksum: hashSchema }),
]);

/** Schema of what evidence tells its reader of a withdrawal's bytes. */
export const bodySchema = z.looseObject({
  ref_id: z.string(),
  profile_id: z.string(),
  asset: z.string(),
  crypto_network: z.string(),
  destination_address: z.string(),
  memo: z.string().exactOptional(),
  amount: z.string().exactOptional(),
  total: z.string().exactOptional(),
});
export type EvidenceBody = z.infer<typeof bodySchema>;

/** One line of an evidence file. */
export type EvidenceRecord = z.infer<typeof recordSchema>;
export type EvidenceRequest = z.infer<typeof requestSchema>;
export type EvidenceDecision = z.infer<typeof decisionSchema>;

/** Writes a record as a line, without the line break. Throws for a text with a lone surrogate. */
export function writeRecord(record: EvidenceRecord): string {
  return canonicalize(record) ?? '';
}

/** Reads a line; undefined where it is anything but the one spelling of a record. */
export function readRecord(line: string): EvidenceRecord | undefined {
  try {
    const read = recordSchema.safeParse(JSON.parse(line));
    return read.success && canonicalize(read.data) === line ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the checksum after one more line. It finds damage by chance only: anyone can compute it again. */
export async function addToChecksum(checksum: string, line: string): Promise<string> {
  return sha256Hex(`${checksum}\n${line}`);
}

import type { Figure } from '@/bench/figure';
import type { SignatureAlgorithm } from '@/lib/proof/keys/public-key';
import type { SignedDecision } from '@/lib/proof/counted';
import { type DecidedRequest, verifyApproval } from '@/lib/proof/evidence/verify-decision';
import { type DeskPerson, personNamed, ProofDesk } from '@/scripts/testing/passkeys/proof-desk';

const DECISIONS = 1500;
const WARM_UP = 200;

/**
 * Measures how many signed approvals of each kind of passkey one core verifies in a second, with everything that the
 * claim asks of a vote: statement, chain, key list, role, bytes and signature.
 */
export async function benchProof(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [algorithm, label] of [
    ['ES256', 'P-256'],
    ['EdDSA', 'Ed25519'],
    ['RS256', 'RSA'],
  ] as const) {
    const value = await measure(algorithm);
    figures.push({
      name: `signed approvals by ${label}`,
      against: 'a second and core',
      value,
      unit: '',
      target: { atLeast: 1000 },
    });
  }
  return figures;
}

async function measure(algorithm: SignatureAlgorithm): Promise<number> {
  const desk = await ProofDesk.open();
  const approver = await desk.enrol('dan', { roles: ['approver'], groups: [] }, algorithm);
  const decisions = await signMany(desk, approver);
  await verifyAll(desk, decisions.slice(0, WARM_UP));
  const measured = decisions.slice(WARM_UP);
  const start = process.cpuUsage();
  await verifyAll(desk, measured);
  // Processor time of all threads: WebCrypto verifies beside the main thread.
  const { user, system } = process.cpuUsage(start);
  return measured.length / ((user + system) / 1e6);
}

async function signMany(desk: ProofDesk, approver: DeskPerson): Promise<SignedDecision[]> {
  const decisions: SignedDecision[] = [];
  for (let index = 0; index < WARM_UP + DECISIONS; index += 1)
    decisions.push(await desk.sign(approver, desk.statement('request.approve')));
  return decisions;
}

async function verifyAll(desk: ProofDesk, decisions: readonly SignedDecision[]): Promise<void> {
  const { subject, sha256, service, policy = '', rule = 0, facts = '', ...others } = desk.statement('request.approve');
  const { attachments = '', chosenAddress = '', issued } = others;
  const request: DecidedRequest = { ...subject, sha256, service, policy, rule, facts, attachments, chosenAddress };
  const point = { at: desk.list.chain.length, now: new Date(issued) };
  const expected = { request, point, requester: personNamed('fay'), earlier: [], as: ['approver'] };
  for (const decision of decisions) {
    const verified = await verifyApproval(desk.list, decision, expected);
    if (!verified.ok) throw new Error(`an approval was refused: ${verified.error.sentence}`);
  }
}

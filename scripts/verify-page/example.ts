import type { EvidenceFinding } from '@/lib/proof/evidence/verify-evidence';

const signed = (subject: string, verb: string, as: string, minute: number) => ({
  subject,
  issuer: 'https://sign-in.example',
  verb,
  as,
  passkey: 'Laptop',
  issued: `2026-11-02T09:${minute}:00Z`,
  number: minute,
  // What a stroke is drawn from; the signature of nobody.
  seed: `example ${subject}`,
});

/** A withdrawal as the page shows it before a file is chosen. */
export const EXAMPLE: EvidenceFinding = {
  kind: 'withdrawal',
  line: 1,
  request: {
    id: '00000000-0000-4000-8000-000000000000',
    version: 1,
    sha256: '0'.repeat(64),
    reference: 'INV-2026-1187',
    value: '1250.00',
    isTotal: false,
    asset: 'USDC',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    network: 'Ethereum',
  },
  signatures: [
    signed('Rita', 'requested the withdrawal', 'finance', 12),
    signed('Ann', 'approved the withdrawal', 'approver', 31),
    signed('Ben', 'approved the withdrawal', 'approver', 47),
  ],
  parts: [],
  notes: [],
  isApproved: true,
};

import { describe, expect, it } from 'vitest';
import { describePolicyDocument, readPolicyDocument, writePolicyDocument } from '@/lib/policy/document/document';
import type { PolicyRule } from '@/lib/policy/rules';
import { SIGNAL_IDS } from '@/lib/policy/signals';

const SCHEMA_FILE = '../../../docs/specification/policy.schema.json';
const URL = 'https://console.example/api/policy/schema';
const RULES: PolicyRule[] = [
  {
    name: 'All of it',
    when: {
      assets: ['BTC', 'eth'],
      networks: ['BITCOIN', 'NOT_IN_THE_REGISTRY'],
      profiles: ['0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11', 'p-ops'],
      recipients: [
        { network: 'STELLAR', address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', memo: '42' },
        { network: 'ETHEREUM', address: '0x52908400098527886e0f7030069857d2e4169ee7' },
      ],
      makers: ['somebody-who-left'],
      atLeast: { BTC: '1.000000000000000001', ETH: '25' },
      isNewRecipient: true,
      signals: [...SIGNAL_IDS],
      overTime: {
        window: { kind: 'calendar', unit: 'day', zone: 'Europe/Berlin' },
        by: ['asset', 'requester'],
        limit: { kind: 'sum', limits: { BTC: '10' } },
      },
    },
    then: { kind: 'approve', count: 5, role: 'admin', wholeBatch: true },
  },
  {
    name: 'Often',
    when: { overTime: { window: { kind: 'hours', hours: 720 }, by: [], limit: { kind: 'count', limit: 3 } } },
    then: { kind: 'wait' },
  },
  { name: 'Never', when: { assets: ['UNI'] }, then: { kind: 'refuse', reason: '“No”, he said.' } },
  { name: 'Else', when: {}, then: { kind: 'approve', count: 2, role: 'approver' } },
];
const documentWith = (change: object, place: 'rule' | 'when' | 'then' | 'file' = 'rule') => {
  const rule = { name: 'x', when: {}, then: { kind: 'approve', count: 1 } };
  const changed = place === 'rule' ? { ...rule, ...change } : { ...rule, ...(place !== 'file' && { [place]: change }) };
  return JSON.stringify({ rules: [rule, changed], ...(place === 'file' && change) });
};

describe('a policy as a file', () => {
  it('is read as it was written, with what the registry and the list of people lack', () => {
    expect(readPolicyDocument(writePolicyDocument(RULES, URL))).toEqual({ ok: true, value: RULES });
    expect(readPolicyDocument(`\uFEFF${writePolicyDocument(RULES, URL)}`).ok).toBe(true);
  });

  it.each<[string, string, RegExp]>([
    ['an unknown member of the file', documentWith({ version: 2 }, 'file'), /^The file: unknown member “version”\.$/],
    ['of a rule', documentWith({ wen: {} }), /^Rule 2: unknown member “wen”\.$/],
    ['of the conditions', documentWith({ asets: ['BTC'] }, 'when'), /^Rule 2, when: unknown member “asets”\.$/],
    [
      'of the outcome',
      documentWith({ kind: 'approve', count: 1, counts: 2 }, 'then'),
      /^Rule 2, then: unknown member “counts”\.$/,
    ],
    [
      'of a limit over time',
      documentWith(
        { overTime: { window: { kind: 'hours', hours: 1, hour: 2 }, by: [], limit: { kind: 'count', limit: 1 } } },
        'when',
      ),
      /^Rule 2, limit over time \(when\.overTime\.window\): unknown member “hour”\.$/,
    ],
    [
      'that every object has',
      documentWith({ constructor: {} }, 'when'),
      /^Rule 2, when: unknown member “constructor”\.$/,
    ],
    [
      'that is no plain name',
      '{"rules":[{"name":"x","when":{"__proto__":{"assets":["BTC"]}},"then":{"kind":"approve","count":2}}]}',
      /^Rule 1, when: unknown member “__proto__”\.$/,
    ],
    [
      'a recipient that is written in another way than it is compared',
      documentWith(
        { recipients: [{ network: 'ETHEREUM', address: '0x52908400098527886E0F7030069857D2E4169EE7' }] },
        'when',
      ),
      /^The recipient 0x52908400098527886E0F7030069857D2E4169EE7 on Ethereum is compared as 0x52908400098527886e0f7030069857d2e4169ee7\./,
    ],
    [
      'a memo where the address alone says who is paid',
      documentWith(
        { recipients: [{ network: 'ETHEREUM', address: '0x52908400098527886e0f7030069857d2e4169ee7', memo: '1' }] },
        'when',
      ),
      /is the same with every memo\. Leave the memo out\.$/,
    ],
    [
      'an outcome that there is not',
      documentWith({ kind: 'allow' }, 'then'),
      /^Rule 2, outcome \(then\.kind\): must be “approve”, “refuse” or “wait”\.$/,
    ],
    [
      'no approvals',
      documentWith({ kind: 'approve', count: 0 }, 'then'),
      /^Rule 2, approvals \(then\.count\): At least one approval/,
    ],
    [
      'a number as text',
      documentWith({ kind: 'approve', count: '2' }, 'then'),
      /^Rule 2, approvals \(then\.count\): must be a whole number, without quotes\.$/,
    ],
    [
      'half an approval',
      documentWith({ kind: 'approve', count: 1.5 }, 'then'),
      /\(then\.count\): must be a whole number\.$/,
    ],
    [
      'too many approvals',
      documentWith({ kind: 'approve', count: 9 }, 'then'),
      /\(then\.count\): must be at most 5\.$/,
    ],
    [
      'a text in place of a list',
      documentWith({ assets: 'BTC' }, 'when'),
      /^Rule 2, when\.assets: must be a list in brackets\.$/,
    ],
    ['an empty list', documentWith({ assets: [] }, 'when'), /^Rule 2, when\.assets: must have at least 1 entry\.$/],
    [
      'a number in a list',
      documentWith({ assets: ['BTC', 1] }, 'when'),
      /^Rule 2, when\.assets\.1: must be a text in quotes\.$/,
    ],
    ['no outcome', documentWith({ then: undefined }), /^Rule 2, then: is missing\.$/],
    ['no name', documentWith({ name: undefined }), /^Rule 2, name: is missing\.$/],
    [
      'a role that cannot approve',
      documentWith({ kind: 'approve', count: 1, role: 'finance' }, 'then'),
      /^Rule 2, then\.role: must be “approver” or “admin”\.$/,
    ],
    [
      'new recipients that are not',
      documentWith({ isNewRecipient: false }, 'when'),
      /^Rule 2, new recipient \(when\.isNewRecipient\): must be true\.$/,
    ],
    [
      'an asset without a name',
      documentWith({ atLeast: { '': '1' } }, 'when'),
      /^Rule 2, amount \(when\.atLeast\.\): Enter a value\.$/,
    ],
    [
      'an amount as a number',
      documentWith({ atLeast: { BTC: 1 } }, 'when'),
      /^Rule 2, amount \(when\.atLeast\.BTC\): must be a text in quotes\.$/,
    ],
    [
      'an amount of zero',
      documentWith({ atLeast: { BTC: '0' } }, 'when'),
      /^Rule 2, amount \(when\.atLeast\.BTC\): The amount is zero/,
    ],
    [
      'a wait without a limit',
      documentWith({ kind: 'wait' }, 'then'),
      /^Rule 2, outcome \(then\.kind\): Only a rule with a limit/,
    ],
    ['a hidden character', documentWith({ name: 'a\u202Eb' }), /^Rule 2, name: This contains an invisible character/],
    [
      'an asset that the editor would write without its space',
      documentWith(
        { overTime: { window: { kind: 'hours', hours: 1 }, by: [], limit: { kind: 'sum', limits: { 'BTC ': '1' } } } },
        'when',
      ),
      /^Rule 2: the editor cannot show/,
    ],
    ['no rules', '{"rules":[]}', /^rules: A policy without rules allows nothing/],
    ['a list in place of a file', '[]', /^The file: must be an object in braces\.$/],
    ['nothing', '', /^This is not JSON/],
    ['a half', '{"rules":[', /^This is not JSON/],
    [
      'a member that stands twice',
      '{"rules":[{"name":"x","when":{},"then":{"kind":"approve","count":5,"count":1}}]}',
      /^Rule 1, then: the member “count” is there twice\.$/,
    ],
    [
      'one that is written in two ways',
      String.raw`{"rules":[], "\u0072ules":[]}`,
      /^The file: the member “rules” is there twice\.$/,
    ],
    ['too much', ' '.repeat(1_000_001), /^This text is too long/],
  ])('is refused with %s', (_what, text, expected) => {
    const read = readPolicyDocument(text);
    expect(read.ok ? [] : read.error).toEqual([expect.stringMatching(expected)]);
  });

  it('names every mistake, and not more than anybody reads', () => {
    const many = JSON.stringify({ rules: Array.from({ length: 50 }, () => ({ name: '', when: { a: 1 }, then: {} })) });
    const read = readPolicyDocument(many);
    const issues = read.ok ? [] : read.error;
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)).toMatch(/^There are \d+ more mistakes\.$/);
  });

  it('has the schema that is published', async () => {
    // After a change on purpose: npx vitest run --project unit lib/policy/document/document -u
    await expect(`${JSON.stringify(describePolicyDocument(), null, 2)}\n`).toMatchFileSnapshot(SCHEMA_FILE);
  });
});

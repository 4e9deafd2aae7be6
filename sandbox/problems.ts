/**
 * An error answer of the service (docs/specification/service-facts.md#errors). `slug` is the last segment of the type's
 * address.
 */
export interface Problem {
  status: number;
  slug: string;
  title: string;
  detail: string;
  meta: Record<string, unknown>;
}

const TITLES = {
  'bad-request': [400, 'Bad Request'],
  'below-min-withdraw-limit': [400, 'Below Minimum Withdrawal Limit'],
  'exceed-max-withdraw-limit': [400, 'Exceeds Maximum Withdrawal Limit'],
  'exceed-precision': [400, 'Exceeds Precision'],
  'unsupported-address': [400, 'Unsupported Address'],
  unauthorized: [401, 'Unauthorized'],
  'insufficient-scope': [403, 'Insufficient Scope'],
  'insufficient-funds': [403, 'Insufficient Funds'],
  'fee-quote-expired': [403, 'Fee Quote Expired'],
  rejected: [403, 'Rejected'],
  'travel-rule-information-required': [403, 'Travel Rule Information Required'],
  'identity-verification-required': [403, 'Identity Verification Required'],
  'not-found': [404, 'Not Found'],
  'already-exists': [409, 'Already Exists'],
  'too-many-requests': [429, 'Too Many Requests'],
  'server-error': [500, 'Internal Server Error'],
  unavailable: [503, 'Service Unavailable'],
  'gateway-timeout': [504, 'Gateway Timeout'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemSlug = keyof typeof TITLES;
export const PROBLEM_SLUGS = Object.keys(TITLES) as [ProblemSlug, ...ProblemSlug[]];

/** Creates a problem of a known kind with a detail sentence and the `meta` members that belong to the kind. */
export function problem(slug: ProblemSlug, detail: string, meta: Record<string, unknown> = {}): Problem {
  const [status, title] = TITLES[slug];
  return { status, slug, title, detail, meta };
}

/** Creates the problem for a status, of the first kind with that status unless one is given, for injected faults. */
export function problemOfStatus(status: number, detail: string, type?: ProblemSlug): Problem {
  const slug = type ?? PROBLEM_SLUGS.find((name) => TITLES[name][0] === status) ?? 'server-error';
  return { ...problem(slug, detail), status };
}

/** Returns the JSON body of a problem: type, title, status, detail, meta. */
export function problemBody({ status, slug, title, detail, meta }: Problem): Record<string, unknown> {
  return { type: `https://sandbox.example/problems/${slug}`, title, status, detail, meta };
}

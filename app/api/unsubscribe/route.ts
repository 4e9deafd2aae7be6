import { endDigests } from '@/lib/server/notifications/unsubscribe';

const STATUSES = { ended: 200, unknown: 404, 'too-many': 429 } as const;

/** Ends the digests of the person whom the token in the address is for; takes no body and needs no session. */
export async function POST(request: Request): Promise<Response> {
  const outcome = await endDigests(new URL(request.url).searchParams.get('token') ?? '');
  return Response.json({ outcome }, { status: STATUSES[outcome] });
}

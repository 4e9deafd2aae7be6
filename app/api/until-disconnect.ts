// The status that nginx logs for a disconnected client; nobody reads this answer.
const CLIENT_CLOSED_REQUEST = 499;

/** Answers a request by work that is aborted when the client disconnects, such as at the next keystroke of a search. */
export async function untilDisconnect(
  { signal }: Request,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
    throw error;
  }
}

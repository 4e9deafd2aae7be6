// What nginx writes down for it; nobody reads the answer.
const NOBODY_WAITS = 499;

/** Answers a request with a signal that ends the work as soon as whoever asked has gone, such as at the next keystroke of a search. */
export async function untilDisconnect(
  { signal }: Request,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: NOBODY_WAITS });
    throw error;
  }
}

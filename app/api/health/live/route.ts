/** Answers 200 while the process runs. */
export function GET(): Response {
  return Response.json({ status: 'live' });
}

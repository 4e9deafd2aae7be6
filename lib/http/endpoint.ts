/** One request to an endpoint: where it goes, and how its answer is recognised. */
export interface EndpointCall<Answer> {
  path: string;
  isAnswer: (body: unknown) => body is Answer;
}

/**
 * A route of the console that answers JSON. The route and its callers name the same endpoint, so that neither changes
 * alone. Called with what the path holds, such as an id, it gives the call.
 */
export interface Endpoint<Given extends unknown[], Answer> {
  (...given: Given): EndpointCall<Answer>;
  isAnswer: EndpointCall<Answer>['isAnswer'];
}

/**
 * What an answer must be to be taken for one: a list, or an object with these members; `orNull` where null is an answer
 * too.
 */
type Shape<Answer> =
  NonNullable<Answer> extends readonly unknown[]
    ? { list: true }
    : { members: readonly (keyof NonNullable<Answer> & string)[]; orNull?: true };

/**
 * Declares an endpoint by its path and the shape of its answer. The shape is checked where the answer is sent and again
 * where it is read, since a page may stay open while another version of the console is deployed. Example:
 * `endpoint<TransferTotals>({ members: ["totals"] })((query: string) => "/api/transfers/totals?" + query)`.
 */
export function endpoint<Answer>(
  shape: Shape<Answer>,
): <Given extends unknown[]>(path: (...given: Given) => string) => Endpoint<Given, Answer> {
  const isAnswer = (body: unknown): body is Answer => hasShape(body, shape);
  return (path) =>
    Object.assign((...given: Parameters<typeof path>) => ({ path: path(...given), isAnswer }), { isAnswer });
}

function hasShape(body: unknown, shape: { list?: true; members?: readonly string[]; orNull?: true }): boolean {
  if (shape.list) return Array.isArray(body);
  if (body === null) return shape.orNull === true;
  return typeof body === 'object' && (shape.members ?? []).every((name) => Object.hasOwn(body, name));
}

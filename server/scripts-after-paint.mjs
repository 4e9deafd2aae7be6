// @ts-check

// What React writes for a script of the build. A text of the page cannot read so: React escapes `<` everywhere else.
const SCRIPT = '<script src="/_next/static/';
const HELD_SCRIPT = '<script type="held" src="/_next/static/';
const HEAD = '<head>';
const NONCE = /'nonce-([\w+/=-]+)'/;

// A script of an unknown type is inert, and starts once it has none and is connected again. A hidden page has no
// frames. The open document of the empty frame holds the load event back until the scripts are requested, which then
// hold it back themselves, as on every other page: what waits for that event finds a page that answers.
const REQUEST_HELD = `addEventListener("DOMContentLoaded",()=>{
const frame=document.createElement("iframe");frame.hidden=true;document.body.append(frame);
frame.contentDocument.open();
const request=()=>{for(const script of document.querySelectorAll("script[type=held]")){
script.removeAttribute("type");document.head.append(script)}frame.remove()};
document.hidden?request():requestAnimationFrame(()=>setTimeout(request))})`;

/**
 * Returns whether a request is for a page whose first paint takes long enough to gain from it: the list of transfers.
 *
 * @param {import('node:http').IncomingMessage} request
 */
export function isLongList({ method, url }) {
  return method === 'GET' && url?.split('?', 1)[0] === '/transfers';
}

/**
 * Changes a page of Next so that its browser requests the scripts of the build after the first paint, not before, when
 * they compete with the page itself (docs/decisions/0029). The first part of the page must have its head, uncompressed,
 * and the policy of the answer a nonce; otherwise, and for all that is no HTML, nothing is changed. Streaming stays: a
 * tag that is written in two parts is left as it is, which costs time alone.
 *
 * @param {import('node:http').ServerResponse} response
 */
export function requestScriptsAfterPaint(response) {
  /** @type {boolean | undefined} */
  let holds;
  const change = (/** @type {unknown} */ part) => {
    if (!(part instanceof Uint8Array) || holds === false) return part;
    // Each byte as a character, and back: a part may end within a character.
    const text = Buffer.from(part).toString('latin1');
    if (holds) return hold(text);
    const head = openHead(response);
    holds = head !== undefined && text.includes(HEAD);
    return holds ? hold(text.replace(HEAD, () => head ?? HEAD)) : part;
  };
  for (const name of /** @type {const} */ (['write', 'end'])) {
    const next = /** @type {(...parameters: any[]) => any} */ (response[name].bind(response));
    response[name] = (/** @type {unknown} */ part, /** @type {any[]} */ ...rest) => next(change(part), ...rest);
  }
}

/** @param {string} text */
function hold(text) {
  return Buffer.from(text.replaceAll(SCRIPT, HELD_SCRIPT), 'latin1');
}

/**
 * Returns the beginning of a head with the script that requests the held ones, or undefined where they cannot be held.
 *
 * @param {import('node:http').ServerResponse} response
 */
function openHead(response) {
  const isPage = String(response.getHeader('content-type')).startsWith('text/html');
  const [, nonce] = NONCE.exec(String(response.getHeader('content-security-policy'))) ?? [];
  if (!isPage || nonce === undefined || response.hasHeader('content-length')) return undefined;
  return `${HEAD}<script nonce="${nonce}">${REQUEST_HELD}</script>`;
}

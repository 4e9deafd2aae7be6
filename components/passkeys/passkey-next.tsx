/** Says before a confirmation that the browser asks for the passkey next. */
export function PasskeyNext() {
  return <p className="text-label text-dim">Your browser asks for your passkey next.</p>;
}

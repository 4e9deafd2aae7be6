/**
 * Puts the focus on the content of the page, as the link “Skip to content” does: where what had the focus goes away, so
 * that the next Tab leads into what took its place.
 */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}

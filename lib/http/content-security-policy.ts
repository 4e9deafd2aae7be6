/**
 * What a page of the console may load and do (Content Security Policy Level 3): scripts only with this answer's nonce, or
 * loaded by one that has it, and nothing from another host. `nonce`: at least 128 random bits, another one each time.
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  // React's development build evaluates text to rebuild stack traces, and styles come as elements there.
  const scripts = `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`;
  const styles = isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    scripts,
    styles,
    // Widths of columns and places of rows: they cannot fetch or run anything that the rest does not allow.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

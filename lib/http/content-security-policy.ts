/**
 * Composes the Content Security Policy (Level 3) of a page: scripts only with this response's nonce or loaded by one
 * that has it, nothing from another host, and no text becomes a script but by the default policy of
 * lib/http/trusted-types.ts. `nonce` must hold at least 128 random bits and differ in each response.
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  // React's development build evaluates text to rebuild stack traces, and adds styles as elements.
  const scripts = `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`;
  const styles = isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    scripts,
    styles,
    // Column widths and row positions. Inline style attributes cannot fetch or run anything that the rest does not
    // allow.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The workers that read PDFs and workbooks.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    // Next's tools of development insert scripts and markup as they like.
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ');
}

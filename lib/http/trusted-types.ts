/** Request header with the nonce of the answer. `proxy.ts` sets it and overwrites any value that the browser sent. */
export const NONCE_HEADER = 'x-nonce';

/**
 * The script that every page begins with: the default policy of Trusted Types (https://www.w3.org/TR/trusted-types/), through
 * which all text goes that would become a script. Admits the addresses of Next's own chunks, of this origin, and of HTML
 * only the empty element with which React creates a script. A browser without Trusted Types ignores it.
 */
export const TRUSTED_TYPES_SCRIPT = `(function () {
  var types = window.trustedTypes;
  if (!types || types.defaultPolicy) return;
  types.createPolicy('default', {
    createHTML: function (text) {
      return text === '<script></' + 'script>' ? text : null;
    },
    createScriptURL: function (text) {
      var url = new URL(text, location.href);
      return url.origin === location.origin && url.pathname.indexOf('/_next/static/') === 0 ? text : null;
    },
  });
})();`;

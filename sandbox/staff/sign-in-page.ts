import { PEOPLE, type Person, SECOND_ACCOUNTS } from '@/sandbox/staff/people';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: light-dark(#f4f4f2, #161616); color: light-dark(#1c1c1a, #ececea); }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 2rem 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0 0 1.25rem; color: light-dark(#55554f, #b4b4ae); }
form { display: grid; gap: .5rem; }
button { font: inherit; text-align: left; padding: .65rem .9rem; cursor: pointer; color: inherit;
  border: 1px solid light-dark(#c9c9c3, #4a4a46); border-radius: .4rem; background: light-dark(#fff, #222220); }
button:hover { border-color: light-dark(#1f5f8b, #7db7dd); }
form p { margin: -.25rem 0 .5rem; padding: 0 .9rem; font-size: .875rem; }
button:focus-visible { outline: 3px solid light-dark(#1f5f8b, #7db7dd); outline-offset: 2px; }
`;

/** What there is to see for people when the demo begins, in a line each, by subject. */
export type SignInNotes = Readonly<Record<string, string>>;

/** Renders the page on which one chooses the demo person to sign in as: plain HTML without a script. */
export function renderSignInPage(notes: SignInNotes): string {
  return renderPage(
    'Sandbox sign-in',
    `<p>This page stands in for your company's identity provider. It is part of the local sandbox and asks for no
password. Choose a demo person.${Object.keys(notes).length > 0 ? ' Below each is what they find when the demo begins.' : ''}</p>
<form method="post">${renderButtons(PEOPLE, notes)}
<details><summary>More accounts of one person</summary>
<p>Both have the e-mail address of finance; the address of the second is not verified.</p>
${renderButtons(SECOND_ACCOUNTS, notes)}</details></form>`,
  );
}

function renderButtons(people: readonly Person[], notes: SignInNotes): string {
  return people
    .map(({ subject }) => {
      const note = notes[subject];
      const button = (more = '') =>
        `<button type="submit" name="subject" value="${subject}"${more}>Sign in as ${subject}</button>`;
      return note === undefined
        ? button()
        : `${button(` aria-describedby="${subject}"`)}\n<p id="${subject}">${escapeHtml(note)}</p>`;
    })
    .join('\n');
}

/** Renders the page for a sign-in that has ended or never began. */
export function renderExpiredPage(): string {
  return renderPage(
    'This sign-in has expired',
    '<p>You are not signed in. Go back to the console and sign in again.</p>',
  );
}

/**
 * Renders the page for a request that the provider rejects without a redirect, because its redirect address is not
 * allowed.
 */
export function renderRefusalPage(reason: string): string {
  return renderPage(
    'This sign-in was rejected',
    `<p>You are not signed in. The sign-in request was invalid: ${escapeHtml(reason)}.</p>`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>
`;
}

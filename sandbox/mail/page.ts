import type { ReceivedMail } from '@/sandbox/mail/mailbox';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f4f4f2, #161616); color: light-dark(#1c1c1a, #ececea); }
main { box-sizing: border-box; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; color: light-dark(#55554f, #b4b4ae); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 0 1rem; }
a { color: light-dark(#1f5f8b, #7db7dd); overflow-wrap: anywhere; }
article { border: 1px solid light-dark(#d6d6d0, #3a3a37); border-radius: .4rem; background: light-dark(#fff, #222220);
  padding: .75rem 1rem; margin: 0 0 .75rem; }
h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.about { font-size: .875rem; color: light-dark(#55554f, #b4b4ae); margin: 0 0 .5rem; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
`;
const MAX_SHOWN = 100;

/** Renders the mails that the sandbox received, newest first; `to` shows those of one address. Plain HTML. */
export function renderMailPage(mails: readonly ReceivedMail[], to: string): string {
  const recipients = [...new Set(mails.flatMap((mail) => mail.to))].toSorted();
  const shown = mails.filter((mail) => to === '' || mail.to.includes(to)).slice(0, MAX_SHOWN);
  const links = ['', ...recipients].map((address) => {
    const name = address === '' ? 'Everybody' : address;
    const href = address === '' ? '/mail' : `/mail?to=${encodeURIComponent(address)}`;
    return `<a href="${escapeHtml(href)}"${address === to ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox mail</title><style>${STYLE}</style></head>
<body><main><h1>Mail of the sandbox</h1>
<p>Everything that the console mailed since the sandbox started. Nothing leaves this machine. Load the page again to see more.</p>
<nav aria-label="Recipients">${links.join('')}</nav>
${shown.length === 0 ? '<p>No mail yet.</p>' : shown.map(renderMail).join('\n')}
</main></body>
</html>
`;
}

function renderMail({ subject, to, from, at, text }: ReceivedMail): string {
  const about = `To ${to.join(', ')} · from ${from} · ${at.slice(0, 19).replace('T', ' ')} UTC`;
  return `<article><h2>${escapeHtml(subject)}</h2><p class="about">${escapeHtml(about)}</p><pre>${linkify(text)}</pre></article>`;
}

/** Makes links of the addresses in a text. */
function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * What targets get: the same titles and links as mails, and never an address, a reference, a name, or a button that
 * decides. Formats: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using.
 */
import { summarize, type TellingConsole, type ToldNotice } from '@/lib/notifications/compose';
import { deskTitleOf } from '@/lib/notifications/kinds';
import type { TargetChannel } from '@/lib/notifications/targets';

const MAX_LISTED = 20;

type Notices = readonly [ToldNotice, ...ToldNotice[]];

/** Composes the JSON body for a target about one notice or several, oldest first. */
export function composeMessage(channel: TargetChannel, notices: Notices, teller: TellingConsole): string {
  switch (channel) {
    case 'slack':
      return JSON.stringify(composeSlack(notices, teller));
    case 'teams':
      return JSON.stringify(composeTeams(notices, teller));
    case 'webhook':
      return JSON.stringify(composeWebhook(notices, teller));
  }
}

const prefixOf = ({ isSandbox }: TellingConsole) => (isSandbox ? 'Sandbox: ' : '');

function listLines(notices: Notices, teller: TellingConsole, write: (title: string, link: string) => string): string[] {
  const shown = notices
    .slice(0, MAX_LISTED)
    .map((notice) =>
      write(`${prefixOf(teller)}${summarize(notice, teller.detail, deskTitleOf).title}`, `${teller.url}${notice.path}`),
    );
  const more = notices.length - shown.length;
  return more > 0 ? [...shown, write(`And ${more} more`, `${teller.url}/`)] : shown;
}

/** Escapes what Slack reads as signs of its own (https://docs.slack.dev/messaging/formatting-message-text). */
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function composeSlack(notices: Notices, teller: TellingConsole): object {
  const lines = listLines(
    notices,
    teller,
    (title, link) => `<${escapeSlack(link)}|${escapeSlack(title).replaceAll('|', '/')}>`,
  );
  return { text: lines.join('\n'), unfurl_links: false, unfurl_media: false };
}

function composeTeams(notices: Notices, teller: TellingConsole): object {
  const lines = listLines(notices, teller, (title, link) => `[${title.replaceAll(/[[\]\\*_`]/g, ' ')}](${link})`);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: lines.map((text) => ({ type: 'TextBlock', text, wrap: true })),
        },
      },
    ],
  };
}

function composeWebhook(notices: Notices, teller: TellingConsole): object {
  return {
    type: 'notices',
    timestamp: notices[0].at.toISOString(),
    data: {
      desk: teller.deskName,
      isSandbox: teller.isSandbox,
      notices: notices.map((notice) => {
        const { title, asset, amount } = summarize(notice, teller.detail, deskTitleOf);
        const { id, kind, path, at } = notice;
        return {
          id,
          kind,
          title,
          url: `${teller.url}${path}`,
          at: at.toISOString(),
          ...(asset !== undefined && { asset, roundedAmount: amount }),
        };
      }),
    },
  };
}

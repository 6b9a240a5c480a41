import { html } from 'hono/html'
import { page } from './page.ts'

type StoredMail = { messageId: string; subject: string; to: string[]; sentAt: string }
type LocalMail = StoredMail & { text: string }

/** Mails shown at once. */
const SHOWN_MAX = 20

/** The page with the mails that the local site sent since its start, the latest first. */
export async function mailPage(siteUrl: string): Promise<string> {
  const mails = await readMails(siteUrl)
  return page(
    'Mail',
    'Local mail. In production Cloudflare sends it.',
    html`${mails.length === 0 ? html`<p>No mail yet. Mails appear here as soon as the site sends them.</p>` : ''}
    ${mails.map(mailMarkup)}
    <p><a href="${siteUrl}">Back to Croquis</a></p>`,
  )
}

function mailMarkup({ subject, to, sentAt, text }: LocalMail) {
  const lines = text
    .trim()
    .split('\n\n')
    .map((line) => (/^https?:\S+$/.test(line) ? html`<a href="${line}">${line}</a>` : line))
  return html`<article>
    <h2>${subject}</h2>
    <p class="meta">To ${to.join(', ')}, <time>${sentAt}</time></p>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </article>`
}

/** Reads the mails that the local runtime stored instead of sending them. */
async function readMails(siteUrl: string): Promise<LocalMail[]> {
  const list = await readExplorer<StoredMail[]>(siteUrl, '')
  const latest = list.sort((a, b) => b.sentAt.localeCompare(a.sentAt)).slice(0, SHOWN_MAX)
  return Promise.all(
    latest.map(async (mail) => {
      const { text = '' } = await readExplorer<{ text?: string }>(
        siteUrl,
        `?email_id=${encodeURIComponent(mail.messageId)}`,
      )
      return { ...mail, text }
    }),
  )
}

async function readExplorer<T>(siteUrl: string, query: string): Promise<T> {
  const reply = await fetch(`${siteUrl}/cdn-cgi/local/explorer/api/local/email/sending${query}`)
  if (!reply.ok) throw new Error(`The local mails could not be read: status ${reply.status}.`)
  return ((await reply.json()) as { result: T }).result
}

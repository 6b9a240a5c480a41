import { looksLikeLink } from '../../../contract/links.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import type { OutgoingMail } from '../../lib/mail.ts'
import { markup } from '../../lib/markup.ts'
import { KIND_RULES, type MailKind, NAMELESS_KINDS } from './kinds.ts'
import type { MailFacts } from './schema.ts'
import { MAIL_TEXTS } from './texts.ts'
import { unsubscribePath } from './unsubscribe.ts'

type Settings = Pick<Cloudflare.Env, 'SITE_ORIGIN' | 'MAIL_SECRET'>

type MailToCompose = {
  kind: MailKind
  facts: MailFacts
  userId: number
  address: string
  /** The recipient's address. */
  nickname: string
  /** The key of the link; empty for mails without one. */
  key: string
}

/**
 * Leaves out names and titles that look like a link, because members chose them. The texts have words for missing ones.
 */
function withoutLinks({ nickname = '', title = '', ...facts }: MailFacts): MailFacts {
  const shown = (text: string) => text !== '' && !looksLikeLink(text)
  return { ...facts, ...(shown(nickname) && { nickname }), ...(shown(title) && { title }) }
}

/** Makes a mail as text and as simple HTML. Mails that can be switched off have a link for that, also as a header. */
export async function composeMail(env: Settings, mail: MailToCompose): Promise<OutgoingMail> {
  const { subject, paragraphs, link, note } = MAIL_TEXTS[mail.kind](withoutLinks(mail.facts), mail.key)
  const address = (path: string) => new URL(path, env.SITE_ORIGIN).href
  const { purpose } = KIND_RULES[mail.kind]
  const unsubscribe = purpose && address(await unsubscribePath(env.MAIL_SECRET, mail.userId, purpose))
  const greeting = NAMELESS_KINDS.includes(mail.kind) ? 'Hi,' : `Hi ${mail.nickname},`
  const text = [
    greeting,
    ...paragraphs,
    ...(link ? [address(link.path)] : []),
    ...(note ? [note] : []),
    PRODUCT_NAME,
    ...(unsubscribe ? [`Don’t want these mails? ${unsubscribe}`] : []),
  ]
  const paragraph = (words: string) => markup`<p>${words}</p>`
  const html = markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font: 16px/24px sans-serif; max-width: 560px; margin: 0 auto; padding: 24px">
${[greeting, ...paragraphs].map(paragraph)}
${link ? markup`<p><a href="${address(link.path)}">${link.label}</a></p>` : ''}
${note ? paragraph(note) : ''}
<p>${PRODUCT_NAME}</p>
${unsubscribe ? markup`<p><small><a href="${unsubscribe}">Don’t send me these mails</a></small></p>` : ''}
</body>
</html>
`
  const headers: Record<string, string> = unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
  return { to: mail.address, subject, text: `${text.join('\n\n')}\n`, html: String(html), headers }
}

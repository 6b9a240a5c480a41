import { describe, expect, it } from 'vitest'
import { composeMail } from '../../../../../worker/domain/mail/compose.ts'
import type { MailKind } from '../../../../../worker/domain/mail/kinds.ts'
import type { MailFacts } from '../../../../../worker/domain/mail/schema.ts'

const env = { SITE_ORIGIN: 'https://croquis.example', MAIL_SECRET: 'secret' }

const compose = (kind: MailKind, facts: MailFacts, nickname = 'Mira') =>
  composeMail(env, { kind, facts, nickname, userId: 1, address: 'mira@people.test', key: 'key' })

describe('the text of a mail', () => {
  it('a mail greets its member by name', async () => {
    expect((await compose('export_ready', {})).text).toMatch(/^Hi Mira,\n/)
  })

  it.each<MailKind>(['confirm_email', 'account_merged'])(
    'a mail that another person may read does not greet its member by name: %s',
    async (kind) => {
      const { subject, text, html } = await compose(kind, {}, 'Prize for you')
      expect(text).toMatch(/^Hi,\n/)
      expect(`${subject} ${text} ${html}`).not.toContain('Prize for you')
    },
  )

  it.each<MailKind>(['compo_begun', 'compo_voting', 'compo_ending', 'compo_result'])(
    'a title with a link is in neither subject nor text: %s',
    async (kind) => {
      const { subject, text, html } = await compose(kind, { title: 'Win at prize.live', path: '/compo/ink' })
      expect(`${subject} ${text} ${html}`).not.toContain('prize')
      expect(subject).toContain('a compo')
      expect((await compose(kind, { title: 'Inktober', path: '/compo/ink' })).subject).toContain('Inktober')
    },
  )

  it.each<MailKind>(['new_fan', 'new_message', 'gift', 'account_merged'])(
    'a nickname with a link, from before the rule, is in neither subject nor text: %s',
    async (kind) => {
      const { subject, text, html } = await compose(kind, { nickname: 'free-hearts.dev', path: '/user/2' })
      expect(`${subject} ${text} ${html}`).not.toContain('free-hearts')
    },
  )
})

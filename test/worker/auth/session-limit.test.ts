import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { SESSIONS_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { Browser } from '../../support/worker/browser.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import { addPasskeyTo, signInWithPasskey } from '../../support/worker/passkeys.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf } from '../../support/worker/site.ts'

const DAY_MS = 86_400_000

/** Opens as many sessions as a member can have, of which the member's own was used last. */
async function fillSessions({ id }: Person): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO sessions (token_hash, public_id, user_id, device, created_at, last_seen_at, expires_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
      SELECT 'filled-' || ?1 || i, 'filled-' || i, ?1, 'Filled', 0, 1000 - i, ?3 FROM n`,
  )
    .bind(id, SESSIONS_PER_MEMBER_MAX - 1, Date.now() + DAY_MS)
    .run()
}

const publicIdsOf = async ({ id }: Person) =>
  (
    await env.DB.prepare('SELECT public_id AS id FROM sessions WHERE user_id = ?').bind(id).all<{ id: string }>()
  ).results.map((session) => session.id)

it.each(['a passkey', 'a backup code', 'a link of recovery'])(
  'a login by %s above the limit of sessions ends the session that was used longest ago',
  async (way) => {
    const email = `${way.replaceAll(' ', '-')}@people.test`
    const mira = await addPerson({ nickname: `Mira of ${way}`, email })
    const box = new Mailbox()
    const home = new Browser({ EMAIL: box.env.EMAIL })
    home.cookies.set('session', mira.token)
    const { authenticator, codes } = await addPasskeyTo(home)
    await fillSessions(mira)
    const other = new Browser({ EMAIL: box.env.EMAIL })
    if (way === 'a passkey') await jsonOf(signInWithPasskey(other, authenticator))
    else if (way === 'a backup code') {
      const body = { nickname: mira.nickname, code: codes[0] }
      await jsonOf(other.request('/api/v2/recover/backupCode', { body }))
    } else {
      await jsonOf(other.request('/api/v2/recover/generate', { body: { email } }))
      const key = box.lastLink().split('/').at(-1)
      await jsonOf(other.request('/api/v2/recover/accept', { body: { key } }))
    }
    const left = await publicIdsOf(mira)
    expect([left.length, left.includes(`filled-${SESSIONS_PER_MEMBER_MAX - 1}`)]).toEqual([
      SESSIONS_PER_MEMBER_MAX,
      false,
    ])
    expect([(await home.session()).user?.id, (await other.session()).user?.id]).toEqual([mira.id, mira.id])
  },
)

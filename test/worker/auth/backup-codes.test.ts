import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginsReply } from '../../../contract/http/logins.ts'
import { BACKUP_CODE_ATTEMPTS_PER_HOUR, BACKUP_CODES, SIGN_IN_MAILS_PER_HOUR } from '../../../contract/limits.ts'
import { addBan } from '../../support/worker/bans.ts'
import { Browser } from '../../support/worker/browser.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import { addPasskeyTo } from '../../support/worker/passkeys.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'

const HOUR_MS = 3_600_000

afterEach(() => vi.useRealTimers())

let made = 0
let box: Mailbox
let mira: Person
let browser: Browser
let codes: string[]

beforeEach(async () => {
  box = new Mailbox()
  mira = await addPerson({ email: `codes-${++made}@people.test`, nickname: `Coder ${made}` })
  browser = newBrowser()
  browser.cookies.set('session', mira.token)
  codes = await renew()
})

const newBrowser = () => new Browser({ EMAIL: box.env.EMAIL })
const renew = async () =>
  (await jsonOf<{ codes: string[] }>(browser.request('/api/v2/backupCodes/renew', { body: {} }))).codes
const codesLeft = async () => (await jsonOf<LoginsReply>(browser.request('/api/v2/logins'))).backupCodesLeft
const attempt = (who: Browser, code: string | undefined, nickname = mira.nickname) =>
  who.request('/api/v2/recover/backupCode', { body: { nickname, code } })

describe('getting backup codes', () => {
  it('the first passkey comes with ten codes, and further ones with none', async () => {
    const noor = newBrowser()
    noor.cookies.set('session', (await addPerson()).token)
    const first = await addPasskeyTo(noor)
    expect(new Set(first.codes).size).toBe(BACKUP_CODES)
    for (const code of first.codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
    expect((await addPasskeyTo(noor)).codes).toEqual([])
  })

  it('a passkey leaves the codes that a member made before', async () => {
    expect((await addPasskeyTo(browser)).codes).toEqual([])
    await jsonOf(attempt(newBrowser(), codes[0]))
  })

  it('a member without codes has no number of codes left', async () => {
    const noor = await addPerson()
    expect(await jsonOf<LoginsReply>(sendRequest('/api/v2/logins', { as: noor }))).toMatchObject({
      backupCodesLeft: null,
    })
  })

  it('new codes replace the old ones', async () => {
    await jsonOf(attempt(newBrowser(), codes[0]))
    const fresh = await renew()
    expect(await codesLeft()).toBe(BACKUP_CODES)
    expect(await errorOf(attempt(newBrowser(), codes[1]))).toEqual([400, 'bad_backup_code'])
    await jsonOf(attempt(newBrowser(), fresh[0]))
  })

  it('the confirmed address gets a mail about new codes', () => {
    expect(box.subjectsTo(`codes-${made}@people.test`)).toEqual(['Your account has a new way to log in'])
    expect(box.sent[0]?.text).toContain('A set of backup codes was added to your account')
  })

  it('repeated changes of logins send a limited number of mails an hour, and a last one that says so', async () => {
    for (let times = 1; times < SIGN_IN_MAILS_PER_HOUR + 3; times++) await renew()
    for (let count = 0; count < 2; count++) await addPasskeyTo(browser)
    const [passkey] = (await jsonOf<LoginsReply>(browser.request('/api/v2/logins'))).passkeys
    await jsonOf(browser.request('/api/v2/passkeys/remove', { body: { id: passkey?.id } }))
    const subjects = box.subjectsTo(`codes-${made}@people.test`)
    expect(subjects).toHaveLength(SIGN_IN_MAILS_PER_HOUR + 1)
    expect(subjects.at(-1)).toBe('Your ways to log in changed many times')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS + 1000 })
    await renew()
    expect(box.subjectsTo(`codes-${made}@people.test`).slice(SIGN_IN_MAILS_PER_HOUR + 1)).toEqual([
      'Your account has a new way to log in',
    ])
  })

  it('the database has no code, only hashes', async () => {
    const { results } = await env.DB.prepare('SELECT * FROM backup_codes WHERE user_id = ?').bind(mira.id).all()
    const stored = JSON.stringify(results)
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})

describe('logging in with a backup code', () => {
  it('a nickname and one of its codes log in', async () => {
    const other = newBrowser()
    await jsonOf(attempt(other, codes[3]))
    expect((await other.session()).user?.id).toBe(mira.id)
    expect(await codesLeft()).toBe(BACKUP_CODES - 1)
  })

  it('codes are accepted in capitals, with spaces and with letters that look like digits', async () => {
    const [code = ''] = codes
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `
    await jsonOf(attempt(newBrowser(), typed, ` ${mira.nickname.toUpperCase()} `))
  })

  it('the confirmed address gets a mail about the use of a code', async () => {
    await jsonOf(attempt(newBrowser(), codes[0]))
    expect(box.sent.at(-1)).toMatchObject({
      to: `codes-${made}@people.test`,
      subject: 'A backup code was used to log in',
    })
  })

  it('a code works once', async () => {
    await jsonOf(attempt(newBrowser(), codes[0]))
    expect(await errorOf(attempt(newBrowser(), codes[0]))).toEqual([400, 'bad_backup_code'])
  })

  it('a code that several browsers use at the same time logs one of them in', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => attempt(newBrowser(), codes[0])))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect(await codesLeft()).toBe(BACKUP_CODES - 1)
    expect(box.sent.filter(({ subject }) => subject === 'A backup code was used to log in')).toHaveLength(1)
  })

  it('an unknown nickname and a wrong code get the same reply', async () => {
    const wrong = await attempt(newBrowser(), '0000-0000-0000-0000')
    const unknown = await attempt(newBrowser(), '0000-0000-0000-0000', `Nobody ${made}`)
    expect(wrong.status).toBe(400)
    expect([unknown.status, await unknown.text()]).toEqual([wrong.status, await wrong.text()])
  })

  it('a code of another member does not log in', async () => {
    const noor = await addPerson()
    expect(await errorOf(attempt(newBrowser(), codes[0], noor.nickname))).toEqual([400, 'bad_backup_code'])
    await jsonOf(attempt(newBrowser(), codes[0]))
  })

  it.each(['', 'x'.repeat(100), "' OR 1=1 --", '%'])('the code %j is refused', async (code) => {
    expect(await errorOf(attempt(newBrowser(), code))).toEqual([400, 'bad_backup_code'])
  })

  it('the right code logs in after any number of wrong attempts by strangers', async () => {
    for (let count = 0; count <= BACKUP_CODE_ATTEMPTS_PER_HOUR; count++)
      await attempt(newBrowser(), '0000-0000-0000-0000')
    // Attempts beyond the limit are not stored.
    await attempt(newBrowser(), '0000-0000-0000-0000')
    const stored = await env.DB.prepare(
      'SELECT max(attempts) AS most FROM (SELECT count(*) AS attempts FROM backup_code_attempts GROUP BY nickname_hash)',
    ).first('most')
    expect(stored).toBe(BACKUP_CODE_ATTEMPTS_PER_HOUR + 1)
    const other = newBrowser()
    await jsonOf(attempt(other, codes[0]))
    expect((await other.session()).user?.id).toBe(mira.id)
  })

  it('attempts with nicknames that nobody has are not stored, and get the reply to a wrong code', async () => {
    const stored = () => env.DB.prepare('SELECT count(*) AS count FROM backup_code_attempts').first('count')
    const before = await stored()
    for (let count = 0; count < 3; count++)
      expect(await errorOf(attempt(newBrowser(), codes[0], `Nobody ${made} ${count}`))).toEqual([
        400,
        'bad_backup_code',
      ])
    expect(await stored()).toBe(before)
  })

  it('wrong codes for the nickname of a member are limited for an hour, from all addresses together', async () => {
    const tries = () => attempt(newBrowser(), '0000-0000-0000-0000')
    for (let count = 0; count < BACKUP_CODE_ATTEMPTS_PER_HOUR; count++)
      expect(await errorOf(tries())).toEqual([400, 'bad_backup_code'])
    expect(await errorOf(tries())).toEqual([409, 'backup_code_limit'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS + 1000 })
    expect(await errorOf(tries())).toEqual([400, 'bad_backup_code'])
  })

  it('a suspended member logs in and stays suspended', async () => {
    await addBan(mira, 24)
    const other = newBrowser()
    for (const code of codes.slice(0, 2)) await jsonOf(attempt(other, code))
    expect(await other.session()).toMatchObject({ user: { id: mira.id }, ban: { duration: 24 } })
  })

  it('the codes of a merged account open neither account', async () => {
    const [staff, target] = [await addPerson({ flags: 'a' }), await addPerson()]
    await jsonOf(
      sendRequest('/admin/mergeTo', {
        as: staff,
        body: { userId: mira.id, targetUserId: target.id, reason: 'Asked.' },
      }),
    )
    for (const nickname of [mira.nickname, target.nickname, `Merged ${mira.id}`])
      expect(await errorOf(attempt(newBrowser(), codes[0], nickname))).toEqual([400, 'bad_backup_code'])
  })

  it('attempts are removed after an hour', async () => {
    await attempt(newBrowser(), '0000-0000-0000-0000')
    const count = () => env.DB.prepare('SELECT count(*) AS n FROM backup_code_attempts').first('n')
    await runNamed(['remove old backup code attempts'], env, Date.now())
    expect(await count()).not.toBe(0)
    // Other tests made attempts an hour ahead.
    await runNamed(['remove old backup code attempts'], env, Date.now() + 3 * HOUR_MS)
    expect(await count()).toBe(0)
  })
})

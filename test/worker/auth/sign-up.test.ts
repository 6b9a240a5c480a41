import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addMember, addSignUp, findSignUp, refuseSignUp } from '../../../worker/features/auth/queries.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { sha256Hex } from '../../../worker/lib/random.ts'
import { type Browser, browserWithIssuer, join, signIn, signUp } from '../../support/worker/browser.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

afterEach(() => vi.useRealTimers())

let made = 0
const newClaims = () => ({ sub: `newcomer-${++made}` })

async function newcomerBrowser(claims: Parameters<typeof signIn>[1] = newClaims()): Promise<Browser> {
  const browser = browserWithIssuer('straight')
  await signIn(browser, claims)
  return browser
}

/** The cost of a statement, as D1 bills it. */
async function costOf(work: (db: D1Database) => Promise<unknown>): Promise<D1Meta> {
  let cost: D1Meta | undefined
  await work(
    watchedDb(env.DB, async (run) => {
      const result = (await run()) as D1Result
      cost = result.meta
      return result
    }),
  )
  if (!cost) throw new Error('no statement ran')
  return cost
}

const countMembers = async () =>
  (await env.DB.prepare('SELECT count(*) AS n FROM users').first<{ n: number }>())?.n ?? -1

function bornYearsAgo(years: number, inDays = 0): string {
  const day = new Date(Date.now() + inDays * 86_400_000)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return day.toISOString().slice(0, 10)
}

describe('joining', () => {
  it('joining suggests the name at the provider as nickname', async () => {
    const browser = await newcomerBrowser({ ...newClaims(), name: 'Mira <Vale>' })
    expect((await browser.session()).signUp).toEqual({ suggestedNickname: 'Mira Vale' })
  })

  it('joining creates a member with five hearts, no flags and a session', async () => {
    const browser = await newcomerBrowser({ ...newClaims(), email: 'mira@people.test', email_verified: true })
    expect(await jsonOf(signUp(browser, '  Mira   Vale '))).toEqual({ ok: true })
    expect((await browser.session()).user).toEqual({
      id: expect.any(Number),
      nickname: 'Mira Vale',
      avatar: null,
      mature: false,
      showChat: true,
      theme: null,
      timeZone: null,
      flags: '',
      gloperator: false,
      heartsAvailable: 5,
      unread: 0,
      unreadMessages: 0,
      chatId: expect.any(String),
    })
  })

  it('a new member shows no birthday', async () => {
    const browser = await newcomerBrowser()
    await jsonOf(signUp(browser, 'Dora Day'))
    const user = (await browser.session()).user
    const row = await env.DB.prepare('SELECT show_birthday FROM users WHERE id = ?').bind(user?.id).first()
    expect(row).toEqual({ show_birthday: 0 })
  })

  it('joining needs a sign-in first', async () => {
    expect(await errorOf(signUp(browserWithIssuer('straight'), 'Nobody'))).toEqual([401, 'not_logged_in'])
    const browser = browserWithIssuer('straight')
    browser.cookies.set('sign-up', 'a'.repeat(40))
    expect(await errorOf(signUp(browser, 'Nobody'))).toEqual([401, 'not_logged_in'])
  })

  it('a sign-in reads the same rows, however many sign-ups of its login are unfinished', async () => {
    const login = { issuer: 'https://provider.test', subject: 'again' }
    const signInAgain = (db: D1Database) => addSignUp(openDb(db), { ...login, email: null, name: 'Ines' }, Date.now())
    const { rows_read: first } = await costOf(signInAgain)
    for (let earlier = 0; earlier < 20; earlier++) await signInAgain(env.DB)
    expect((await costOf(signInAgain)).rows_read).toBe(first)
  })

  it('a second refusal of an age writes its own sign-up only', async () => {
    const login = { issuer: 'https://provider.test', subject: 'too-young' }
    const tokenHash = await sha256Hex(
      await addSignUp(openDb(env.DB), { ...login, email: null, name: 'Ines' }, Date.now()),
    )
    const refuse = (db: D1Database) => refuseSignUp(openDb(db), { ...login, tokenHash }, Date.now())
    const { rows_written: one } = await costOf(refuse)
    await env.DB.prepare('UPDATE pending_sign_ups SET is_too_young = 0 WHERE subject = ?').bind(login.subject).run()
    for (let other = 0; other < 5; other++)
      await addSignUp(openDb(env.DB), { ...login, email: null, name: 'Ines' }, Date.now())
    await refuse(env.DB)
    expect((await costOf(refuse)).rows_written).toBeLessThanOrEqual(one)
  })

  it('a sign-in creates one member, however often the form is sent', async () => {
    const browser = await newcomerBrowser()
    const again = browserWithIssuer('straight')
    for (const [name, value] of browser.cookies) again.cookies.set(name, value)
    const before = await countMembers()
    const replies = await Promise.all([1, 2, 3].map((turn) => signUp(again, `Turn ${turn}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.every(({ status }) => status < 500)).toBe(true)
    expect(await errorOf(signUp(browser, 'Another'))).toEqual([401, 'not_logged_in'])
    expect(await countMembers()).toBe(before + 1)
  })

  it('a sign-in can be completed for one hour', async () => {
    const browser = await newcomerBrowser()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    expect((await browser.session()).signUp).toBeNull()
    expect(await errorOf(signUp(browser, 'Too late'))).toEqual([401, 'not_logged_in'])
  })

  it('a sign-in can be ended before it is completed', async () => {
    const browser = await newcomerBrowser()
    const copy = browserWithIssuer('straight')
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    expect(await jsonOf(browser.request('/api/v2/signUp/end', { body: {} }))).toEqual({ ok: true })
    expect([browser.cookies.has('sign-up'), browser.cookies.has('signed-in')]).toEqual([false, false])
    expect((await copy.session()).signUp).toBeNull()
    expect(await errorOf(signUp(copy, 'Next Person'))).toEqual([401, 'not_logged_in'])
  })

  it('ending a sign-in that another tab completed does not log its member out', async () => {
    const browser = await newcomerBrowser()
    await jsonOf(signUp(browser, 'Other Tab'))
    expect(await jsonOf(browser.request('/api/v2/signUp/end', { body: {} }))).toEqual({ ok: true })
    expect((await browser.session()).user?.nickname).toBe('Other Tab')
  })

  it('the cookies of a sign-in that is not completed end with the browser', async () => {
    const set = (await signIn(browserWithIssuer('straight'), newClaims())).headers.getSetCookie()
    const lasting = set.filter((cookie) => /^(sign-up|signed-in)=/.test(cookie) && /max-age|expires/i.test(cookie))
    expect(lasting).toEqual([])
    expect(set.join()).toMatch(/sign-up=.*signed-in=/)
  })

  it('the same person joining in two browsers becomes one member', async () => {
    const claims = newClaims()
    const [first, second] = [await newcomerBrowser(claims), await newcomerBrowser(claims)]
    expect((await signUp(first, 'First One')).status).toBe(200)
    const refused = await signUp(second, 'Second One')
    expect([refused.status >= 400 && refused.status < 500, (await second.session()).user]).toEqual([true, null])
  })
})

describe('nicknames', () => {
  it.each(['Mi', 'a'.repeat(24), 'Zoë', 'नमस्ते', '李雷', "O'Neil", 'J. R. Hart-Doe', '7of9', 'snake_case'])(
    '%j is a valid nickname',
    async (nickname) => {
      const browser = await newcomerBrowser()
      expect(await jsonOf(signUp(browser, nickname))).toEqual({ ok: true })
      expect((await browser.session()).user?.nickname).toBe(nickname.normalize('NFC'))
    },
  )

  it.each([
    '',
    'a',
    ' a ',
    'a'.repeat(25),
    'a'.repeat(10_000),
    '-dash',
    '.dot',
    '<b>bold</b>',
    'a@b',
    'a/b',
    '\u202eabc!',
    '👩‍🎨',
    'zero\u200bwidth',
    'Mira\u3164',
    'Mira\u1160',
    'Mira\ud83d',
    null,
    7,
    ['Mira'],
  ])('%j is not a valid nickname', async (nickname) => {
    const before = await countMembers()
    expect(await errorOf(signUp(await newcomerBrowser(), nickname))).toEqual([400, 'bad_request'])
    expect(await countMembers()).toBe(before)
  })

  it('a nickname belongs to one member, whatever its case, width or composition', async () => {
    expect((await signUp(await newcomerBrowser(), 'Renée')).status).toBe(200)
    const browser = await newcomerBrowser()
    for (const same of ['Renée', 'renée', 'RENÉE', 'Rene\u0301e', 'Ｒｅｎée', ' Renée ', 'Re\u200fnée']) {
      expect([same, ...(await errorOf(signUp(browser, same)))]).toEqual([same, 409, 'nickname_taken'])
    }
    expect((await signUp(browser, 'Renee')).status).toBe(200)
  })

  it('a nickname that looks like another one is refused', async () => {
    expect((await signUp(await newcomerBrowser(), 'Lola Pop')).status).toBe(200)
    const browser = await newcomerBrowser()
    for (const alike of ['LoIa Pop', 'L0la Pop', 'Lоlа Рoр'])
      expect([alike, ...(await errorOf(signUp(browser, alike)))]).toEqual([alike, 409, 'nickname_taken'])
  })

  it.each(['Croquis', 'croquis staff', 'The Moderator', 'Аdmin'])('nobody can join as %s', async (nickname) => {
    expect(await errorOf(signUp(await newcomerBrowser(), nickname))).toEqual([409, 'nickname_reserved'])
  })

  it('nobody can join with a web address as nickname', async () => {
    const browser = await newcomerBrowser()
    expect(await errorOf(signUp(browser, 'win-ipads.shop'))).toEqual([409, 'nickname_web_address'])
    expect((await signUp(browser, 'J. Smith')).status).toBe(200)
  })

  const signUpAtOnce = async (...nicknames: string[]) => {
    const browsers = await Promise.all(nicknames.map(() => newcomerBrowser()))
    const replies = await Promise.all(browsers.map((browser, turn) => signUp(browser, nicknames[turn] ?? '')))
    return browsers.map((browser, turn) => ({ browser, status: replies[turn]?.status }))
  }

  it('one of several concurrent requests gets a nickname', async () => {
    const attempts = await signUpAtOnce('WANTED', 'Wanted', 'WANTED', 'Wanted')
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('a newcomer whose nickname was taken by another request may choose another', async () => {
    const attempts = await signUpAtOnce('Desired', 'Desired')
    const refused = attempts.find(({ status }) => status === 409)
    expect(refused && (await signUp(refused.browser, 'Someone Else')).status).toBe(200)
  })
})

describe('birth dates', () => {
  it('members are at least 13 years old', async () => {
    const signUpBorn = async (birthDate: string) => signUp(await newcomerBrowser(), 'Just Thirteen', birthDate)
    expect(await errorOf(signUpBorn(bornYearsAgo(13, 1)))).toEqual([403, 'too_young'])
    expect(await errorOf(signUpBorn(bornYearsAgo(1)))).toEqual([403, 'too_young'])
    expect((await signUpBorn(bornYearsAgo(13))).status).toBe(200)
  })

  it('a newcomer whose age was refused cannot join with another birth date', async () => {
    const browser = await newcomerBrowser()
    expect(await errorOf(signUp(browser, 'Too Young', bornYearsAgo(12)))).toEqual([403, 'too_young'])
    expect(await errorOf(signUp(browser, 'Too Young', bornYearsAgo(30)))).toEqual([403, 'too_young'])
  })

  it('a newcomer whose age was refused cannot join after another sign-in, for 30 days', async () => {
    const claims = { ...newClaims(), email: 'young@people.test', email_verified: true }
    const [browser, opened] = [await newcomerBrowser(claims), await newcomerBrowser(claims)]
    expect(await errorOf(signUp(browser, 'Young Again', bornYearsAgo(12)))).toEqual([403, 'too_young'])
    const tryAgain = async (who: Browser) => errorOf(signUp(who, 'Young Again', bornYearsAgo(30)))
    expect(await tryAgain(opened)).toEqual([403, 'too_young'])
    expect(await tryAgain(await newcomerBrowser(claims))).toEqual([403, 'too_young'])
    const later = (days: number) => runNamed(['remove expired sessions'], env, Date.now() + days * 86_400_000)
    await later(29)
    const rows = env.DB.prepare('SELECT count(*) AS n FROM pending_sign_ups WHERE subject = ?').bind(claims.sub)
    expect(await rows.first('n'), 'the refused sign-up and no other').toBe(1)
    expect(await tryAgain(await newcomerBrowser(claims))).toEqual([403, 'too_young'])
    await later(31)
    expect((await signUp(await newcomerBrowser(claims), 'Young Again', bornYearsAgo(30))).status).toBe(200)
  })

  it('a newcomer whose age was refused cannot join after starting over', async () => {
    const claims = newClaims()
    const browser = await newcomerBrowser(claims)
    expect(await errorOf(signUp(browser, 'Over Again', bornYearsAgo(12)))).toEqual([403, 'too_young'])
    await jsonOf(browser.request('/api/v2/signUp/end', { body: {} }))
    const again = await newcomerBrowser(claims)
    expect(await errorOf(signUp(again, 'Over Again', bornYearsAgo(30)))).toEqual([403, 'too_young'])
  })

  it('the site forgets the address and the name of a newcomer whose age was refused', async () => {
    const claims = { ...newClaims(), name: 'Lia Young', email: 'lia@people.test', email_verified: true }
    await signUp(await newcomerBrowser(claims), 'Lia', bornYearsAgo(12))
    const rows = await env.DB.prepare('SELECT * FROM pending_sign_ups WHERE subject = ?').bind(claims.sub).all()
    expect(rows.results).toMatchObject([{ email: null, suggested_nickname: '', is_too_young: 1 }])
  })

  it('a refusal of the age also ends a sign-up that is under way at the same time', async () => {
    const [db, now] = [openDb(env.DB), Date.now()]
    const identity = { issuer: 'https://straight.test', subject: newClaims().sub, email: null, name: 'Twice' }
    const signUpRow = await findSignUp(db, await addSignUp(db, identity, now), now)
    if (!signUpRow) throw new Error('the sign-up was not found')
    await refuseSignUp(db, signUpRow, now)
    const member = { nickname: 'Twice Sent', birthDate: '1996-05-03', isFirstAdmin: false, device: '', now }
    const before = await countMembers()
    expect(await addMember(db, { signUp: signUpRow, loginHash: '', ...member })).toEqual({
      ok: false,
      code: 'too_young',
    })
    expect(await countMembers()).toBe(before)
  })

  it.each([
    '',
    'yesterday',
    '1996-02-30',
    '1995-02-29',
    '1996-13-01',
    '96-05-03',
    '1996-5-3',
    '03.05.1996',
    19960503,
    null,
  ])('%j is not a date of birth', async (birthDate) => {
    expect(await errorOf(signUp(await newcomerBrowser(), 'Dateless', birthDate))).toEqual([400, 'bad_request'])
  })

  it.each(['0001-01-01', '1850-01-01', bornYearsAgo(-1)])(
    '%s is not the birth date of a living person',
    async (day) => {
      const before = await countMembers()
      const [status] = await errorOf(signUp(await newcomerBrowser(), 'Ageless', day))
      expect(status >= 400 && status < 500).toBe(true)
      expect(await countMembers()).toBe(before)
    },
  )
})

describe('the identity of a member', () => {
  it('a member is recognised by the subject, also after mail and name change', async () => {
    const { sub } = newClaims()
    await join(browserWithIssuer('straight'), { sub, email: 'old@people.test', email_verified: true }, 'Steadfast')
    const later = browserWithIssuer('straight')
    await signIn(later, { sub, email: 'new@people.test', email_verified: true, name: 'Other Name' })
    expect(await later.session()).toMatchObject({ user: { nickname: 'Steadfast' }, signUp: null })
  })

  it('another subject with the same mail address is another person', async () => {
    const mail = { email: 'shared@people.test', email_verified: true }
    await join(browserWithIssuer('straight'), { ...newClaims(), ...mail }, 'First Owner')
    expect((await (await newcomerBrowser({ ...newClaims(), ...mail })).session()).user).toBeNull()
  })

  it('the same subject of two providers is two people', async () => {
    const { sub } = newClaims()
    await join(browserWithIssuer('straight'), { sub }, 'Of The First')
    const other = browserWithIssuer('straight-too')
    await signIn(other, { sub })
    expect(await other.session()).toMatchObject({ user: null })
    await jsonOf(signUp(other, 'Of The Second'))
    const back = browserWithIssuer('straight')
    await signIn(back, { sub })
    expect((await back.session()).user?.nickname).toBe('Of The First')
  })
})

describe('the first admin', () => {
  const FIRST = 'first@croquis.example'

  it.each([
    ['the configured address, verified', { email: FIRST, email_verified: true }, 'a'],
    ['the configured address, not verified', { email: FIRST, email_verified: false }, ''],
    ['the configured address without a statement', { email: FIRST }, ''],
    ['the configured address, verified as a string', { email: FIRST, email_verified: 'true' }, ''],
    ['another address', { email: `x${FIRST}`, email_verified: true }, ''],
    ['no address', {}, ''],
  ])('an account becomes the first admin only by a verified configured address: %s', async (what, mail, flags) => {
    const browser = await newcomerBrowser({ ...newClaims(), ...mail })
    await jsonOf(signUp(browser, `By ${what.replaceAll(/[^a-z]/g, '').slice(-18)}`))
    expect(await browser.session()).toMatchObject({ user: { flags, gloperator: flags === 'a' } })
  })

  it('an account becomes the first admin only while there is no admin', async () => {
    await addPerson({ flags: 'a' })
    const browser = await newcomerBrowser({ ...newClaims(), email: FIRST, email_verified: true })
    await jsonOf(signUp(browser, 'Too Late For That'))
    expect((await browser.session()).user?.flags).toBe('')
  })

  it('no account becomes the first admin while no address is configured', async () => {
    const browser = browserWithIssuer('straight', { FIRST_ADMIN_EMAIL: '' })
    await signIn(browser, { ...newClaims(), email: '', email_verified: true })
    await jsonOf(signUp(browser, 'Nobody Special'))
    expect((await browser.session()).user?.flags).toBe('')
  })
})

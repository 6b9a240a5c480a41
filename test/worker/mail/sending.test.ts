import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FailedMailList } from '../../../contract/http/mail.ts'
import { OPTIONAL_MAILS_PER_DAY } from '../../../contract/limits.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { type Fault, faultyEnv, withEveryFault } from '../../support/worker/faults.ts'
import { addFailedMail, Mailbox, runMailJobs } from '../../support/worker/mails.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

let made = 0

/** A patron who wants mails about new fans. */
const addArtist = () =>
  addPerson({ flags: 'p', emailFans: true, email: `artist-${++made}@people.test`, nickname: `Artist & co ${made}` })

const addFan = (bindings: Cloudflare.Env, fan: Person, artist: Person) =>
  jsonOf(sendRequestWith(bindings, '/api/fan', { as: fan, body: { user: artist.id } }))

const stored = (artist: Person) =>
  env.DB.prepare('SELECT attempts, next_attempt_at, failed_at, failure FROM mails WHERE user_id = ?')
    .bind(artist.id)
    .first<{ attempts: number; next_attempt_at: number | null; failed_at: number | null; failure: string | null }>()

/** Queues a mail to the present address of a member. */
const queue = ({ id }: Person, kind: string, facts: object, at: number) =>
  env.DB.prepare(
    `INSERT INTO mails (user_id, address, kind, facts, next_attempt_at, created_at)
      SELECT id, email, ?2, ?3, ?4, ?4 FROM users WHERE id = ?1`,
  )
    .bind(id, kind, JSON.stringify(facts), at)
    .run()

/** Queues 120 mails about compos, a second ago. */
const queueMany = ({ id }: Person, now: number) =>
  env.DB.prepare(
    `INSERT INTO mails (user_id, address, kind, facts, next_attempt_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
      SELECT users.id, email, 'compo_voting', '{"title":"Ebb","path":"/compo/ebb/vote"}', ?2 - 1000, ?2 - 1000
      FROM n, users WHERE users.id = ?1`,
  )
    .bind(id, now)
    .run()

const failedMails = (as: Person, cursor = '') =>
  requestJson<FailedMailList>(`/api/v2/gloperate/failedMails?cursor=${cursor}`, { as })

describe('mails', () => {
  it('a mail is sent at once, from the site, as text and as HTML', async () => {
    const [box, artist, fan] = [new Mailbox(), await addArtist(), await addPerson({ nickname: '<b>Bold</b>' })]
    await addFan(box.env, fan, artist)
    expect(box.sent).toMatchObject([
      {
        to: `artist-${made}@people.test`,
        from: { name: 'Croquis', email: 'hello@croquis.example' },
        subject: '<b>Bold</b> is now a fan of yours',
        text: expect.stringContaining(`Hi Artist & co ${made},`),
        html: expect.stringContaining(`Hi Artist &amp; co ${made},`),
      },
    ])
    expect(box.sent[0]?.text).toContain(`https://croquis.example/user/${fan.id}\n`)
    expect(box.sent[0]?.html).not.toContain('<b>')
  })

  it('a mail that failed is tried again after growing pauses, and sent once', async () => {
    const [box, artist] = [new Mailbox(), await addArtist()]
    box.failWith('E_DELIVERY_FAILED')
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const start = Date.now()
    await addFan(box.env, await addPerson(), artist)
    await runMailJobs(box.env, start + 5 * MINUTE_MS)
    expect(box.attempts).toBe(1)
    await runMailJobs(box.env, start + 15 * MINUTE_MS)
    expect(box.attempts).toBe(2)
    box.failWith(null)
    await runMailJobs(box.env, start + 30 * MINUTE_MS)
    expect(box.sent).toEqual([])
    for (const minutes of [60, 120]) await runMailJobs(box.env, start + minutes * MINUTE_MS)
    expect(box.sent).toHaveLength(1)
  })

  it('a mail is given up after six attempts', async () => {
    const [box, artist] = [new Mailbox(), await addArtist()]
    box.failWith('E_DELIVERY_FAILED')
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const start = Date.now()
    await addFan(box.env, await addPerson(), artist)
    for (let minutes = 15; minutes < 2 * 1440; minutes += 15) await runMailJobs(box.env, start + minutes * MINUTE_MS)
    expect(box.attempts).toBe(6)
    expect(await stored(artist)).toMatchObject({ next_attempt_at: null, failure: 'E_DELIVERY_FAILED' })
  })

  it('a mail to an address that refuses mail is given up at once', async () => {
    const [box, artist] = [new Mailbox(), await addArtist()]
    box.failWith('E_RECIPIENT_SUPPRESSED')
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await addFan(box.env, await addPerson(), artist)
    expect(await stored(artist)).toMatchObject({ attempts: 1, next_attempt_at: null, failed_at: expect.any(Number) })
  })

  it('a mail with a link that expires is sent before older mails', async () => {
    const [box, member] = [new Mailbox(), await addPerson()]
    const now = Date.now()
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO mails (user_id, address, kind, facts, next_attempt_at, created_at)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
          SELECT ?1, 'many-' || i || '@people.test', 'sign_in_added', '{"way":"Google"}', ?2 - 1000, ?2 - 1000 FROM n`,
      ).bind(member.id, now),
      env.DB.prepare(
        `INSERT INTO mails (user_id, address, kind, facts, next_attempt_at, created_at)
          VALUES (?1, 'urgent@people.test', 'recovery', '{}', ?2, ?2)`,
      ).bind(member.id, now),
    ])
    await runMailJobs(box.env, now)
    expect([box.sent.length, box.sent[0]?.to]).toEqual([100, 'urgent@people.test'])
    await runMailJobs(box.env, now)
    expect(box.sent).toHaveLength(121)
  })

  it('a warning about an account is sent before older mails that members can switch off', async () => {
    const [box, member] = [new Mailbox(), await addPerson({ emailCompos: true, email: `warned-${++made}@people.test` })]
    const now = Date.now()
    await queueMany(member, now)
    await queue(member, 'sign_in_added', { way: 'Google' }, now)
    await runMailJobs(box.env, now)
    expect(box.sent).toHaveLength(100)
    expect(box.sent[0]?.subject).not.toContain('Ebb')
    await runMailJobs(box.env, now)
    expect(box.sent).toHaveLength(121)
  })

  it('a mail that members can switch off, and whose time passed in the queue, is dropped', async () => {
    const [box, member] = [new Mailbox(), await addPerson({ emailCompos: true, email: `late-${++made}@people.test` })]
    await queue(member, 'compo_ending', { title: 'Ebb', path: '/compo/ebb/vote' }, Date.now() - 13 * 60 * MINUTE_MS)
    await runMailJobs(box.env, Date.now())
    expect(box.sent).toEqual([])
    expect(await stored(member)).toMatchObject({ next_attempt_at: null, failed_at: null })
  })

  it('a receipt is not sent to an address that was replaced meanwhile', async () => {
    const [box, member] = [new Mailbox(), await addPerson({ email: `former-${++made}@people.test` })]
    await queue(member, 'receipt', { title: 'Patron', amount: '$5.00', date: '1 May' }, Date.now())
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(`new-${made}@people.test`, member.id).run()
    await runMailJobs(box.env, Date.now())
    expect(box.sent).toEqual([])
    expect(await stored(member)).toMatchObject({ next_attempt_at: null, failed_at: null })
  })

  it('a warning about an account is sent to the address of that time, even if it was replaced meanwhile', async () => {
    const [box, member] = [new Mailbox(), await addPerson({ email: `first-${++made}@people.test` })]
    await queue(member, 'sign_in_added', { way: 'Google' }, Date.now())
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(`other-${made}@people.test`, member.id).run()
    await runMailJobs(box.env, Date.now())
    expect(box.sent.map(({ to }) => to)).toEqual([`first-${made}@people.test`])
  })

  it('two runs at the same time send a mail once', async () => {
    const [box, artist] = [new Mailbox(), await addArtist()]
    await addFan({ ...box.env, MAIL_FROM: '' }, await addPerson(), artist)
    const later = Date.now() + 20 * MINUTE_MS
    await Promise.all([runMailJobs(box.env, later), runMailJobs(box.env, later)])
    expect(box.sent).toHaveLength(1)
  })

  it('no log line contains an address, a name or a text of a mail', async () => {
    const [box, artist, fan] = [new Mailbox(), await addArtist(), await addPerson({ nickname: 'Zephyrine' })]
    const lines: string[] = []
    for (const level of ['log', 'error', 'warn', 'info'] as const)
      vi.spyOn(console, level).mockImplementation((...values) => void lines.push(values.join(' ')))
    await addFan(box.env, fan, artist)
    box.failWith('E_DELIVERY_FAILED')
    await addFan(box.env, await addPerson(), artist)
    expect(lines.some((line) => line.includes('E_DELIVERY_FAILED'))).toBe(true)
    expect(lines.join('\n')).not.toMatch(/@people|Zephyrine|Artist &|fan of yours/)
  })

  it.each<Fault>(['refused', 'lost'])('a mail is sent in the end if a database call is %s', async (fault) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (let call = 1; call <= 6; call++) {
      const [box, artist, fan] = [new Mailbox(), await addArtist(), await addPerson()]
      const faulty = { ...faultyEnv(call, fault).env, EMAIL: box.env.EMAIL }
      const follow = (bindings: Cloudflare.Env) =>
        sendRequestWith(bindings, '/api/fan', { as: fan, body: { user: artist.id } })
      await follow(faulty)
      await jsonOf(follow(box.env))
      await runMailJobs(box.env, Date.now() + 20 * MINUTE_MS)
      expect([call, box.sent.length >= 1]).toEqual([call, true])
    }
  })

  it('sent mails are removed after a day, and dead letters after a month', async () => {
    const [box, artist, other] = [new Mailbox(), await addArtist(), await addPerson()]
    await addFan(box.env, await addPerson(), artist)
    await addFailedMail(other)
    await runMailJobs(box.env, Date.now() + DAY_MS + MINUTE_MS)
    expect([await stored(artist), await stored(other)]).toMatchObject([null, { attempts: 6 }])
    await runMailJobs(box.env, Date.now() + 30 * DAY_MS + MINUTE_MS)
    expect(await stored(other)).toBeNull()
  })
})

describe.each(['refused', 'lost'] as Fault[])('writes that send a mail, with one database or mail call %s', (fault) => {
  type Write = (bindings: Cloudflare.Env, artist: Person) => Promise<Response>
  const writes: [string, Write][] = [
    [
      'becoming a fan',
      async (bindings, artist) =>
        sendRequestWith(bindings, '/api/fan', { as: await addPerson(), body: { user: artist.id } }),
    ],
    [
      'asking for recovery',
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/recover/generate', { body: { email: `artist-${made}@people.test` } }),
    ],
    [
      'changing the address',
      (bindings, artist) => {
        const body = profileFormOf(`Artist ${made}`, { email: `new-${made}@people.test` })
        return sendRequestWith(bindings, '/editProfile', { as: artist, body })
      },
    ],
  ]

  it.each(writes)('the mail of %s is sent, and only a failed call can send it twice', async (_name, write) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const box = new Mailbox()
    let artist: Person
    const act = async (bindings: Cloudflare.Env) => {
      artist = await addArtist()
      return write(bindings, artist)
    }
    const calls = await withEveryFault(
      fault,
      act,
      async (reply, n) => {
        for (const minutes of [15, 30, 60, 120]) await runMailJobs(box.env, Date.now() + minutes * MINUTE_MS)
        const { results } = await env.DB.prepare('SELECT address FROM mails WHERE user_id = ?')
          .bind(artist.id)
          .all<{ address: string }>()
        const sent = box.sent.filter(({ to }) => to === results[0]?.address).length
        expect([n, results.length <= 1, results.length <= sent, sent <= 2 * results.length]).toEqual([
          n,
          true,
          true,
          true,
        ])
        if (reply.status === 200) expect([n, results.length]).toEqual([n, 1])
      },
      box.env,
    )
    expect(calls).toBeGreaterThanOrEqual(4)
  })
})

describe('dead letters', () => {
  it('staff see a mail that was given up, without its address', async () => {
    const [staff, member] = [await addPerson({ flags: 'm' }), await addPerson()]
    const id = await addFailedMail(member, Date.now() + 2 * DAY_MS)
    const { items } = await failedMails(staff)
    expect(items[0]).toEqual({
      id,
      kind: 'email_changed',
      userId: member.id,
      nickname: member.nickname,
      attempts: 6,
      failure: 'E_DELIVERY_FAILED',
      dateCreated: expect.stringMatching(/^\d{14}$/),
      dateFailed: expect.stringMatching(/^\d{14}$/),
    })
  })

  it('the list continues by cursor and reads few rows', async () => {
    const [staff, member] = [await addPerson({ flags: 'm' }), await addPerson()]
    const ids: number[] = []
    for (let count = 0; count < 60; count++) ids.unshift(await addFailedMail(member, Date.now() + 3 * DAY_MS + count))
    const first = await failedMails(staff)
    const second = await failedMails(staff, first.cursor)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.slice(0, 50))
    const address = `/api/v2/gloperate/failedMails?cursor=${first.cursor}`
    expect(await rowsRead(address, { as: staff })).toBeLessThanOrEqual(75)
  })

  it('staff can have a mail tried again', async () => {
    const [box, staff, member] = [new Mailbox(), await addPerson({ flags: 'm' }), await addPerson()]
    const body = { id: await addFailedMail(member) }
    const retry = () => sendRequestWith(box.env, '/api/v2/gloperate/retryMail', { as: staff, body })
    await jsonOf(retry())
    expect(box.subjectsTo('gone@people.test')).toEqual(['Your recovery address has changed'])
    expect(await errorOf(retry())).toEqual([404, 'not_found'])
  })
})

describe('mails that a member switches on [2 §3]', () => {
  const fields = { flags: 'p', emailFans: true }

  it.each([
    ['has not switched them on', { flags: 'p', emailFans: false, email: 'off@people.test' }],
    ['has not confirmed an address', { ...fields, pendingEmail: 'pending@people.test' }],
    ['is no patron', { ...fields, flags: '', email: 'guest@people.test' }],
  ])('a member gets no mail about a fan who %s', async (_who, artistFields) => {
    const box = new Mailbox()
    await addFan(box.env, await addPerson(), await addPerson(artistFields))
    expect(box.sent).toEqual([])
  })

  describe('mails about private messages', () => {
    const writeTo = (box: Mailbox, as: Person, to: Person) =>
      jsonOf<{ id: number }>(
        sendRequestWith(box.env, '/api/v2/message/write', {
          as,
          body: { to: to.id, subject: 'Heron', text: 'Secret words.' },
        }),
      )
    const reply = (box: Mailbox, as: Person, id: number, key?: string) =>
      jsonOf(sendRequestWith(box.env, '/api/v2/message/reply', { as, body: { id, text: 'Secret words.', key } }))
    const addReader = () => addPerson({ flags: 'p', emailMessages: true, email: `reader-${++made}@people.test` })

    it('a patron gets a mail about a message, without its text, once a day for each thread', async () => {
      const [box, reader, writer] = [new Mailbox(), await addReader(), await addPerson()]
      const { id } = await writeTo(new Mailbox(), reader, writer)
      await reply(box, writer, id)
      await reply(box, writer, id)
      expect(box.sent.map(({ to, subject }) => [to, subject])).toEqual([
        [`reader-${made}@people.test`, `${writer.nickname} sent you a message`],
      ])
      expect(box.sent[0]?.text).toContain(`https://croquis.example/message/${id}\n`)
      expect(JSON.stringify(box.sent)).not.toContain('Secret words')
    })

    it.each([
      ['has not switched them on', { flags: 'p', emailMessages: false, email: 'off-messages@people.test' }],
      ['has not confirmed an address', { flags: 'p', emailMessages: true, pendingEmail: 'not-yet@people.test' }],
      ['is no longer a patron', { flags: '', emailMessages: true, email: 'former@people.test' }],
    ])('no mail about a message is sent to a member who %s', async (_who, readerFields) => {
      const [box, reader, writer] = [new Mailbox(), await addPerson(readerFields), await addPerson()]
      const { id } = await writeTo(new Mailbox(), reader, writer)
      await reply(box, writer, id)
      expect(box.sent).toEqual([])
    })

    it('a message that is sent again with its key is not mailed again on another day', async () => {
      const [box, reader, writer, key] = [new Mailbox(), await addReader(), await addPerson(), crypto.randomUUID()]
      const { id } = await writeTo(new Mailbox(), reader, writer)
      await reply(box, writer, id, key)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY_MS })
      await reply(box, writer, id, key)
      expect(box.sent).toHaveLength(1)
    })

    it('a new thread of someone whom the patron knows is mailed', async () => {
      const [box, reader, writer] = [new Mailbox(), await addReader(), await addPerson()]
      await jsonOf(sendRequest('/api/fan', { as: reader, body: { user: writer.id } }))
      await writeTo(box, writer, reader)
      expect(box.sent).toHaveLength(1)
    })

    it('a request of a stranger is not mailed', async () => {
      const [box, reader] = [new Mailbox(), await addReader()]
      await writeTo(box, await addPerson(), reader)
      expect(box.sent).toEqual([])
    })

    it('a message of a blocked member is not mailed', async () => {
      const [box, reader, writer] = [new Mailbox(), await addReader(), await addPerson()]
      const { id } = await writeTo(new Mailbox(), reader, writer)
      await jsonOf(sendRequest('/api/v2/user/block', { as: reader, body: { user: writer.id } }))
      await sendRequestWith(box.env, '/api/v2/message/reply', { as: writer, body: { id, text: 'Hello?' } })
      expect(box.sent).toEqual([])
    })
  })

  it('becoming a fan again sends no second mail on the same day', async () => {
    const [box, artist, fan] = [new Mailbox(), await addArtist(), await addPerson()]
    await addFan(box.env, fan, artist)
    await addFan(box.env, fan, artist)
    await jsonOf(sendRequest('/api/unfan', { as: fan, body: { user: artist.id } }))
    await addFan(box.env, fan, artist)
    expect(box.sent).toHaveLength(1)
  })

  it('a fan who has another name the same day is not mailed again', async () => {
    const [box, artist, fan] = [new Mailbox(), await addArtist(), await addPerson()]
    await addFan(box.env, fan, artist)
    await jsonOf(sendRequest('/api/unfan', { as: fan, body: { user: artist.id } }))
    await env.DB.prepare("UPDATE users SET nickname = 'Another name' WHERE id = ?").bind(fan.id).run()
    await addFan(box.env, fan, artist)
    expect(box.sent).toHaveLength(1)
  })

  it('a patron gets a limited number of mails about fans a day', async () => {
    const [box, artist] = [new Mailbox(), await addArtist()]
    await addFan(box.env, await addPerson(), artist)
    await env.DB.prepare(
      `INSERT INTO mails (user_id, address, kind, facts, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        SELECT user_id, address, kind, '{}', created_at FROM mails, n WHERE user_id = ?1`,
    )
      .bind(artist.id, OPTIONAL_MAILS_PER_DAY - 2)
      .run()
    for (let count = 0; count < 2; count++) await addFan(box.env, await addPerson(), artist)
    expect(box.sent).toHaveLength(2)
  })

  it('a mail that waits is not sent once its member switched such mails off', async () => {
    const [box, artist] = [new Mailbox(), await addArtist()]
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await addFan({ ...box.env, MAIL_FROM: '' }, await addPerson(), artist)
    await env.DB.prepare('UPDATE users SET email_fans = 0 WHERE id = ?').bind(artist.id).run()
    await runMailJobs(box.env, Date.now() + 20 * MINUTE_MS)
    expect([box.sent, await stored(artist)]).toMatchObject([[], { failed_at: null, next_attempt_at: null }])
  })

  describe('switching off by the link of a mail', () => {
    const isOn = async ({ id }: Person) =>
      (await env.DB.prepare('SELECT email_fans FROM users WHERE id = ?').bind(id).first('email_fans')) === 1

    async function linkTo(artist: Person): Promise<{ path: string; headers: Record<string, string> }> {
      const box = new Mailbox()
      await addFan(box.env, await addPerson(), artist)
      const headers = box.sent[0]?.headers ?? {}
      return { path: new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '').pathname, headers }
    }

    it('a mail program switches mails off with one click, without a session or an origin', async () => {
      const artist = await addArtist()
      const { path, headers } = await linkTo(artist)
      expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const form = { 'content-type': 'application/x-www-form-urlencoded', origin: null }
      await jsonOf(sendRequest(path, { raw: 'List-Unsubscribe=One-Click', headers: form }))
      expect(await isOn(artist)).toBe(false)
    })

    it('the page of the link switches mails off and on again', async () => {
      const artist = await addArtist()
      const token = (await linkTo(artist)).path.split('/').at(-1)
      const change = (on: boolean) => requestJson('/api/v2/unsubscribe', { body: { token, on } })
      expect([await change(false), await isOn(artist)]).toEqual([{ purpose: 'fans', on: false }, false])
      expect([await change(true), await isOn(artist)]).toEqual([{ purpose: 'fans', on: true }, true])
    })

    it('opening the link changes nothing by itself', async () => {
      const artist = await addArtist()
      await sendRequest((await linkTo(artist)).path, { headers: { 'sec-fetch-mode': 'navigate' } })
      expect(await isOn(artist)).toBe(true)
    })

    it('a link for another member or purpose is refused', async () => {
      const [artist, other] = [await addArtist(), await addArtist()]
      const { path } = await linkTo(artist)
      const [, , signature = ''] = path.split('/').at(-1)?.split('.') ?? []
      const tokens = [
        `${other.id}.fans.${signature}`,
        `${artist.id}.messages.${signature}`,
        `${artist.id}.fans.${'0'.repeat(64)}`,
        `${artist.id}.fans.`,
        'x',
      ]
      for (const token of tokens) {
        expect(await errorOf(sendRequest('/api/v2/unsubscribe', { body: { token, on: false } }))).toEqual([
          400,
          'bad_key',
        ])
        expect(await errorOf(sendRequest(`/unsubscribe/${token}`, { raw: '', headers: { origin: null } }))).toEqual([
          400,
          'bad_key',
        ])
      }
      expect([await isOn(artist), await isOn(other)]).toEqual([true, true])
    })
  })
})

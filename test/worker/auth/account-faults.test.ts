import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HomeReply } from '../../../contract/http/home.ts'
import { addSession } from '../../../worker/features/auth/queries.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { type Browser, browserWithIssuer, signIn, signUp } from '../../support/worker/browser.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

let made = 0

type Newcomer = { sub: string; nickname: string; browser: Browser; cookie: string }

/** Starts a first sign-in and stops before the nickname is chosen. */
async function addNewcomer(): Promise<Newcomer> {
  const [sub, nickname, browser] = [`faulty-${++made}`, `Newcomer ${made}`, browserWithIssuer('straight')]
  await signIn(browser, { sub })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { sub, nickname, browser, cookie }
}

const join = (bindings: typeof env, { nickname, cookie }: Newcomer) =>
  sendRequestWith(bindings, '/api/v2/signUp', { headers: { cookie }, body: { nickname, birthDate: '1996-05-03' } })

const sessionsOf = ({ id }: { id: number }) =>
  env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE user_id = ?').bind(id).first('n')

describe.each(faults)('writes of accounts with one database call %s', (fault) => {
  it('joining creates member, identity and hearts together or not at all', async () => {
    let newcomer = await addNewcomer()
    await withEveryFault(
      fault,
      (bindings) => join(bindings, newcomer),
      async (_reply, n) => {
        const rows = await env.DB.prepare(
          `SELECT (SELECT count(*) FROM users WHERE nickname = ?1 AND hearts_available = 5) AS members,
            (SELECT count(*) FROM identities WHERE subject = ?2) AS identities,
            (SELECT count(*) FROM pending_sign_ups WHERE subject = ?2) AS waiting`,
        )
          .bind(newcomer.nickname, newcomer.sub)
          .first()
        const [before, after] = [
          { members: 0, identities: 0, waiting: 1 },
          { members: 1, identities: 1, waiting: 0 },
        ]
        expect([before, after], `call ${n}`).toContainEqual(rows)
        newcomer = await addNewcomer()
      },
    )
  })

  it('the next sign-in completes an interrupted joining', async () => {
    let newcomer = await addNewcomer()
    await withEveryFault(
      fault,
      (bindings) => join(bindings, newcomer),
      async () => {
        const { sub, nickname, browser } = newcomer
        await signIn(browser, { sub })
        if ((await browser.session()).signUp) await jsonOf(signUp(browser, nickname))
        expect((await browser.session()).user).toMatchObject({ nickname, heartsAvailable: 5 })
        newcomer = await addNewcomer()
      },
    )
  })

  describe('ending another session', () => {
    let mira: Person
    let id: string
    const end = (bindings: typeof env) => sendRequestWith(bindings, '/api/v2/sessions/end', { as: mira, body: { id } })
    const openOther = async () => {
      await addSession(openDb(env.DB), { userId: mira.id, device: 'Other', now: Date.now() })
      const { items } = await requestJson<{ items: { id: string; current: boolean }[] }>('/api/v2/sessions', {
        as: mira,
      })
      id = items.find(({ current }) => !current)?.id ?? ''
    }
    beforeEach(async () => {
      mira = await addPerson()
      await openOther()
    })

    it('the other session is ended, or can be ended again', async () => {
      await withEveryFault(fault, end, async () => {
        expect([200, 404], 'the lost call may have ended it').toContain((await end(env)).status)
        expect(await sessionsOf(mira)).toBe(1)
        await openOther()
      })
    })

    it('the current session stays open', async () => {
      await withEveryFault(fault, end, async () => {
        expect([1, 2]).toContain(await sessionsOf(mira))
        await end(env)
        expect((await sendRequest('/api/v2/sessions', { as: mira })).status).toBe(200)
        await openOther()
      })
    })
  })

  it('a member is logged out, or can log out again', async () => {
    let mira = await addPerson()
    const leave = (bindings: typeof env) => sendRequestWith(bindings, '/logout', { as: mira, body: {} })
    await withEveryFault(fault, leave, async () => {
      expect((await leave(env)).status).toBe(200)
      expect(await sessionsOf(mira)).toBe(0)
      mira = await addPerson()
    })
  })

  it.each([
    ['setAvatar', 'avatar_key'],
    ['setCover', 'cover_key'],
    [
      'setEmoticon',
      '(SELECT s.image_key FROM emoticons JOIN sketches AS s ON s.id = sketch_id WHERE emoticons.id = emoticon_id)',
    ],
  ])('an avatar, cover or emoticon is the new sketch or the previous one: %s', async (call, imageKey) => {
    const ines = await addPerson()
    const size = { width: 2048, height: 506 }
    const [before, after] = [await addSketch(ines, size), await addSketch(ines, size)]
    const use = (bindings: typeof env, sketch: number) =>
      sendRequestWith(bindings, `/api/v2/user/${call}`, { as: ines, body: { sketch } })
    const shown = () =>
      env.DB.prepare(`SELECT sketches.id FROM users LEFT JOIN sketches ON image_key = ${imageKey} WHERE users.id = ?`)
        .bind(ines.id)
        .first('id')
    await jsonOf(use(env, before))
    await withEveryFault(
      fault,
      (bindings) => use(bindings, after),
      async () => {
        expect([before, after]).toContain(await shown())
        await jsonOf(use(env, after))
        expect(await shown()).toBe(after)
        await jsonOf(use(env, before))
      },
    )
  })

  describe('setting the message of the day', () => {
    const before = { text: 'Good light today', link: null }
    const after = { text: 'Fog is coming', link: '/gallery/trending' }
    let staff: Person
    let reader: Person
    const set = (bindings: typeof env, body: typeof before | typeof after) =>
      sendRequestWith(bindings, '/api/v2/gloperate/motd', { as: staff, body })
    const shown = async () => (await requestJson<HomeReply>('/api/v2/index', { as: reader, body: { motd: true } })).motd
    beforeEach(async () => {
      ;[staff, reader] = [await addPerson({ flags: 'm' }), await addPerson()]
      await jsonOf(set(env, before))
    })

    it('a message is replaced as a whole or not at all', async () => {
      await withEveryFault(
        fault,
        (bindings) => set(bindings, after),
        async () => {
          expect([before, after]).toContainEqual(await shown())
          await jsonOf(set(env, before))
        },
      )
    })

    it('a message can be set again after a failure', async () => {
      await withEveryFault(
        fault,
        (bindings) => set(bindings, after),
        async () => {
          await jsonOf(set(env, after))
          expect(await shown()).toEqual(after)
          await jsonOf(set(env, before))
        },
      )
    })
  })
})

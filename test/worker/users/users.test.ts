import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type FanList, type PeopleReply, USERS_AT_ONCE } from '../../../contract/http/users.ts'
import { GLOPS_PER_HEART, STARS_PER_MONTH } from '../../../contract/limits.ts'
import { addAlbum } from '../../support/worker/albums.ts'
import {
  addFans,
  addMembers,
  becomeFan,
  block,
  postAboutUser,
  profileOf,
} from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate, mergeAccounts } from '../../support/worker/staff.ts'
import { addStreamWithRoom } from '../../support/worker/stream-sockets.ts'

const endStream = (id: number) => env.DB.prepare("UPDATE streams SET state = 'ended' WHERE id = ?").bind(id).run()

const fansOf = (person: Person, side = 'followers', cursor = '', as: Person | null = null): Promise<FanList> =>
  requestJson(`/api/v2/fan/${side}?user=${person.id}&count=25&cursor=${cursor}`, { as })

describe('profiles [2 §3]', () => {
  it('a profile has the fields of a member and their counts', async () => {
    const mira = await addPerson({ about: 'Ink, mostly.', flags: 'p' })
    await addSketch(mira)
    await becomeFan(await addPerson(), mira)
    expect(await profileOf(mira)).toEqual({
      hidden: false,
      id: mira.id,
      nickname: mira.nickname,
      avatar: null,
      cover: null,
      about: 'Ink, mostly.',
      countryName: '',
      gender: '',
      website: '',
      birthDay: 3,
      birthMonth: 5,
      joined: expect.stringMatching(/^\d{14}$/),
      glops: 0,
      fans: 1,
      sketches: 1,
      albums: 0,
      views: 0,
      patron: true,
      isFanOf: false,
      notify: null,
      awards: [],
      nominationsYear: null,
      blocking: false,
      canMessage: false,
      live: null,
      heartsAvailable: null,
      heartsGlopAccum: null,
      starsAvailable: null,
      appleId: null,
      google: null,
      apiKey: null,
      patronSince: null,
      streak: null,
      aboutMentions: null,
    })
  })

  it('a profile counts the albums of its member', async () => {
    const mira = await addPerson()
    await addAlbum(mira)
    expect(await profileOf(mira)).toMatchObject({ albums: 1 })
  })

  const earnGlops = ({ id }: Person, amount: number) =>
    env.DB.prepare(
      `INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (?, 'glop', ?, 'heart_received', 1)`,
    )
      .bind(id, amount)
      .run()

  it('only the owner of a profile sees the available hearts and the progress to the next one', async () => {
    const mira = await addPerson()
    await earnGlops(mira, GLOPS_PER_HEART + 40)
    expect(await profileOf(mira, mira)).toMatchObject({ glops: 190, heartsAvailable: 6, heartsGlopAccum: 40 })
    expect(await profileOf(mira, await addPerson({ flags: 'm' }))).toMatchObject({
      heartsAvailable: null,
      heartsGlopAccum: null,
    })
  })

  describe('the ways to log in, and the time of becoming a patron', () => {
    const since = Date.UTC(2026, 4, 6, 7, 8, 9)
    const addPatron = async () => {
      const mira = await addPerson({ flags: 'p', patronSince: since })
      await env.DB.prepare('INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, 0)')
        .bind(env.OIDC_ISSUER, crypto.randomUUID(), mira.id)
        .run()
      return mira
    }

    it('a profile shows its owner how they log in and since when they are a patron', async () => {
      const mira = await addPatron()
      const told = { appleId: false, google: true, patronSince: '20260506070809' }
      expect(await profileOf(mira, mira)).toMatchObject(told)
    })

    it.each([
      ['visitors', async () => null],
      ['other members', async () => addPerson()],
      ['gloperators', async () => addPerson({ flags: 'm' })],
    ])('a profile shows %s only since when the member is a patron [2 §3]', async (_, addViewer) => {
      const untold = { appleId: null, google: null, patronSince: '20260506070809' }
      expect(await profileOf(await addPatron(), await addViewer())).toMatchObject(untold)
    })

    it('a member whose term ended is no patron since a time', async () => {
      const mira = await addPatron()
      await env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(mira.id).run()
      expect(await profileOf(mira)).toMatchObject({ patron: false, patronSince: null })
    })

    it('staff who act as the owner do not learn the ways to log in', async () => {
      const [mira, staff] = [await addPatron(), await addPerson({ flags: 'm' })]
      await impersonate(staff, mira)
      expect(await profileOf(mira, staff)).toMatchObject({ appleId: null, google: null })
    })
  })

  it('members who may feature see on their own profile how many stars they can still give [1 §4]', async () => {
    const [mira, ines] = [await addPerson({ flags: 'f' }), await addPerson()]
    await sendRequest('/heart', { as: mira, body: { action: 'feature', which: await addSketch(ines) } })
    expect(await profileOf(mira, mira)).toMatchObject({ starsAvailable: STARS_PER_MONTH - 1 })
  })

  it.each([
    ['the profile of someone else', { flags: 'f' }, false],
    ['the own profile of a member who may not feature', { flags: '' }, true],
  ])('%s has no stars', async (_, { flags }, isOwn) => {
    const [mira, ines] = [await addPerson({ flags }), await addPerson({ flags: 'f' })]
    expect(await profileOf(mira, isOwn ? mira : ines)).toMatchObject({ starsAvailable: null })
  })

  it('there is no progress to the next heart while the member has fewer glops than at the last heart', async () => {
    const mira = await addPerson()
    for (const amount of [GLOPS_PER_HEART + 40, -60]) await earnGlops(mira, amount)
    expect(await profileOf(mira, mira)).toMatchObject({ glops: 130, heartsAvailable: 6, heartsGlopAccum: 0 })
  })

  it('members are looked up by id with their present names', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const { items } = await requestJson<PeopleReply>(`/api/v2/users/people?users=${mira.id},${tomo.id},999999`)
    expect(items).toEqual([mira, tomo].map(({ id, nickname }) => ({ id, nickname, avatar: null })))
  })

  it('a merged account is looked up with the present name of the account that it was merged into', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await mergeAccounts(mira, tomo)
    const { items } = await requestJson<PeopleReply>(`/api/v2/users/people?users=${mira.id},${tomo.id}`)
    expect(items).toEqual([mira, tomo].map(({ id }) => ({ id, nickname: tomo.nickname, avatar: null })))
  })

  it('at most a hundred members are looked up at once', async () => {
    const ids = Array.from({ length: USERS_AT_ONCE + 1 }, (_, index) => index + 1)
    expect(await errorOf(sendRequest(`/api/v2/users/people?users=${ids}`))).toEqual([400, 'bad_request'])
  })

  it('a profile links the live stream of its member, to viewers who see it in lists', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const live = await addStreamWithRoom(mira)
    expect(await profileOf(mira)).toMatchObject({ live: { id: live, title: 'A drawing' } })
    await endStream(live)
    expect(await profileOf(mira, tomo)).toMatchObject({ live: null })
    const mature = await addStreamWithRoom(mira, { mature: true })
    for (const viewer of [null, tomo, await addPerson({ flags: 'm' })])
      expect(await profileOf(mira, viewer)).toMatchObject({ live: null })
    for (const viewer of [mira, await addPerson({ showMature: true })])
      expect(await profileOf(mira, viewer)).toMatchObject({ live: { id: mature } })
  })

  it('a profile counts the sketches that this viewer sees in lists', async () => {
    const mira = await addPerson()
    for (const fields of [{}, { mature: true }, { unlisted: true }, { violation: 'copyright' as const }]) {
      await addSketch(mira, fields)
    }
    const matureViewer = await addPerson({ showMature: true })
    const counts = []
    for (const as of [null, await addPerson(), matureViewer, mira]) {
      const profile = await profileOf(mira, as)
      counts.push(!profile.hidden && profile.sketches)
    }
    expect(counts).toEqual([1, 1, 2, 2])
  })

  it('the count of sketches is exact after every change of a sketch', async () => {
    const mira = await addPerson()
    const shown = async () => {
      const profile = await profileOf(mira)
      return !profile.hidden && profile.sketches
    }
    const sketch = await addSketch(mira, { mature: true })
    const set = (change: string) => env.DB.prepare(`UPDATE sketches SET ${change} WHERE id = ?`).bind(sketch).run()
    const seen = [await shown()]
    for (const change of [
      'mature = 0',
      'unlisted = 1',
      'mature = 1',
      'unlisted = 0',
      'mature = 0',
      'file_lost_at = 1',
    ]) {
      await set(change)
      seen.push(await shown())
    }
    await set('file_lost_at = NULL')
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: mira, body: { action: 'delete' } }))
    expect([...seen, await shown()]).toEqual([0, 1, 0, 0, 0, 1, 0, 0])
  })

  it('the profile of an unknown member is not found [2 §8]', async () => {
    expect(await errorOf(sendRequest('/api/user/999999'))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/user/0'))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest('/api/user/x'))).toEqual([400, 'bad_request'])
  })
})

describe('fans [2 §4]', () => {
  it('a member becomes a fan once, however many requests arrive at once', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const replies = await Promise.all(Array.from({ length: 6 }, () => jsonOf(postAboutUser('/api/fan', mira, ines))))
    for (const reply of replies) expect(reply).toEqual({ isFanOf: true, fans: 1 })
    expect(await profileOf(ines, mira)).toMatchObject({ fans: 1, isFanOf: true })
    expect(await profileOf(mira, ines)).toMatchObject({ fans: 0, isFanOf: false })
  })

  it('a fan stops being a fan', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(mira, ines)
    expect(await jsonOf(postAboutUser('/api/unfan', mira, ines))).toEqual({ isFanOf: false, fans: 0 })
  })

  it('a request to stop being a fan has no effect on a member who is none', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(mira, ines)
    await postAboutUser('/api/unfan', mira, ines)
    expect(await jsonOf(postAboutUser('/api/unfan', mira, ines))).toEqual({ isFanOf: false, fans: 0 })
  })

  it('becoming a fan needs a login and another existing member', async () => {
    const mira = await addPerson()
    expect(await errorOf(postAboutUser('/api/fan', mira, mira))).toEqual([403, 'forbidden'])
    for (const path of ['/api/fan', '/api/unfan']) {
      expect(await errorOf(postAboutUser(path, mira, { id: 999_999 }))).toEqual([404, 'not_found'])
      expect(await errorOf(postAboutUser(path, null, mira))).toEqual([401, 'not_logged_in'])
      expect(await errorOf(sendRequest(path, { as: mira, body: { user: 'x' } }))).toEqual([400, 'bad_request'])
    }
  })

  it('a new fan gets the sketches of the artist in the feed until they stop being a fan', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    const feed = () => requestJson<FanList>('/activity/1?format=json&filter=uploads', { as: mira })
    await becomeFan(mira, ines)
    expect((await feed()).items.map(({ id }) => id)).toEqual([sketch])
    await postAboutUser('/api/unfan', mira, ines)
    expect((await feed()).items).toEqual([])
  })
})

describe('lists of fans [2 §2 Fans]', () => {
  it('the list of fans has each fan once, latest first, 25 a page', async () => {
    const mira = await addPerson()
    const ids = await addMembers(60, `Fan of ${mira.id}`)
    await addFans(mira, ids)
    const walked: number[] = []
    const sizes: number[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await fansOf(mira, 'followers', cursor)
      walked.push(...page.items.map(({ id }) => id))
      sizes.push(page.items.length)
      ;({ cursor, done } = page)
    }
    expect(sizes).toEqual([25, 25, 10])
    expect([...walked].sort((a, b) => a - b)).toEqual(ids)
    expect(walked[0]).toBe(ids.at(-1))
  })

  it('the list of followed artists has the date on which the member became a fan', async () => {
    const [mira, ines, noor] = [await addPerson(), await addPerson(), await addPerson()]
    for (const artist of [ines, noor]) await becomeFan(mira, artist)
    const { items, done, cursor } = await fansOf(mira, 'following')
    expect(items.map(({ id }) => id).sort()).toEqual([ines.id, noor.id].sort())
    expect(items[0]).toEqual({
      id: expect.any(Number),
      nickname: expect.any(String),
      avatar: null,
      date: expect.stringMatching(/^\d{14}$/),
    })
    expect([done, cursor]).toEqual([true, ''])
  })

  it('a new fan is in the list of fans of the artist', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(mira, ines)
    expect((await fansOf(ines)).items).toMatchObject([{ id: mira.id }])
  })

  it('a member gets the ids of the artists whose fan they are', async () => {
    const [mira, ines, noor] = [await addPerson(), await addPerson(), await addPerson()]
    for (const artist of [ines, noor]) await becomeFan(mira, artist)
    const fanOf = await requestJson<{ items: number[] }>('/api/v2/fan/fanOf', { as: mira })
    expect(fanOf.items.sort()).toEqual([ines.id, noor.id].sort())
  })

  it('a block hides fans in both directions', async () => {
    const [mira, ines, noor, vera] = [await addPerson(), await addPerson(), await addPerson(), await addPerson()]
    await becomeFan(ines, mira)
    await becomeFan(noor, mira)
    await block(vera, ines)
    await block(noor, vera)
    expect((await fansOf(mira, 'followers', '', vera)).items).toEqual([])
    expect((await fansOf(mira, 'followers', '', mira)).items).toHaveLength(2)
  })

  it('the lists of an unknown member or across a block are not found', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    for (const side of ['followers', 'following']) {
      const refusalOf = (as: Person, user: number) => errorOf(sendRequest(`/api/v2/fan/${side}?user=${user}`, { as }))
      expect(await refusalOf(ines, mira.id)).toEqual([404, 'not_found'])
      expect(await refusalOf(mira, ines.id)).toEqual([404, 'not_found'])
      expect(await refusalOf(mira, 999_999)).toEqual([404, 'not_found'])
    }
  })

  it('the cursor of another list and another page size are refused', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addFans(mira, await addMembers(30, `Cursor ${mira.id}`))
    const { cursor } = await fansOf(mira)
    const refusalOf = (query: string) => errorOf(sendRequest(`/api/v2/fan/followers?${query}`))
    expect(await refusalOf(`user=${ines.id}&cursor=${cursor}`)).toEqual([400, 'bad_cursor'])
    expect(await refusalOf(`user=${mira.id}&cursor=x`)).toEqual([400, 'bad_cursor'])
    expect(await refusalOf(`user=${mira.id}&count=500`)).toEqual([400, 'bad_request'])
    expect(await refusalOf('count=25')).toEqual([400, 'bad_request'])
  })

  it('a list reads no more rows when there are more fans', async () => {
    const [few, many] = [await addPerson(), await addPerson()]
    await addFans(few, await addMembers(30, `Few ${few.id}`))
    await addFans(many, await addMembers(400, `Many ${many.id}`))
    const cost = (person: Person, cursor = '') =>
      rowsRead(`/api/v2/fan/followers?user=${person.id}&cursor=${cursor}`, { as: few })
    const usual = await cost(few)
    expect(usual).toBeLessThanOrEqual(75)
    expect(await cost(many)).toBeLessThanOrEqual(usual)
    expect(await cost(many, (await fansOf(many)).cursor)).toBeLessThanOrEqual(usual + 2)
  })
})

describe('the follow status [2 §4]', () => {
  it('the status is returned for each requested id', async () => {
    const [mira, ines, noor] = [await addPerson(), await addPerson(), await addPerson()]
    await becomeFan(mira, ines)
    const status = await requestJson(`/api/v2/fan/status?users=${ines.id},${noor.id},999999`, { as: mira })
    expect(status).toEqual({ status: { [ines.id]: true, [noor.id]: false, 999999: false } })
  })

  it.each(['', '0', '1,', '1,x', '1;2', Array.from({ length: 101 }, (_, id) => id + 1).join()])(
    'the malformed list of ids %j is refused',
    async (users) => {
      const request = sendRequest(`/api/v2/fan/status?users=${users}`, { as: await addPerson() })
      expect(await errorOf(request)).toEqual([400, 'bad_request'])
    },
  )
})

import { describe, expect, it } from 'vitest'
import { PAGE_PATHS } from '../../../../contract/page-paths.ts'
import { addAlbum } from '../../../support/worker/albums.ts'
import { addBrush } from '../../../support/worker/brushes.ts'
import { addChallenge } from '../../../support/worker/challenges.ts'
import { addCompo } from '../../../support/worker/compos.ts'
import { addGroup } from '../../../support/worker/groups.ts'
import { addPerson } from '../../../support/worker/people.ts'
import { sendRequest } from '../../../support/worker/site.ts'
import { addSketch, linkKeyOf } from '../../../support/worker/sketches.ts'
import { addStream } from '../../../support/worker/stream-calls.ts'
import { countTrips } from '../../../support/worker/trips.ts'

const BROWSER = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }
const openPage = (path: string) => sendRequest(path, BROWSER)

const MISSING = 987_654_321
const PATHS_WITHOUT_NAMES = PAGE_PATHS.filter((path) => !path.includes(':'))

describe('addresses that do not exist [1 §2]', () => {
  it.each([
    '/no-such/page',
    '/no-such-page',
    '/sketch/nothing',
    '/gallery/nothing',
    '/challenges/nothing',
    '/e/nothing',
    '/compo/A_b',
    '/tag/%3F',
    `/sketch/${MISSING}`,
    `/challenge/${MISSING}`,
    `/stream/${MISSING}`,
    `/gallery/co-op/${MISSING}`,
    `/forum/topic/${MISSING}`,
    '/forum/nothing',
    '/compo/nothing',
    '/compo/nothing?tab=discussion',
    '/compo/nothing/vote',
    '/compo/A_b/vote',
    '/awards/1999',
    '/awards/2099',
    '/awards/1999?vp=1',
    '/user/1/nothing',
    '/activity/nothing',
    '/a/groups/nothing',
    '/stats/nobody',
    `/stats/${MISSING}`,
    `/e/stats/${MISSING}`,
    `/sketch/${MISSING}/edit`,
    `/sketch/${MISSING}/synthesize`,
    `/shared/brush/${MISSING}`,
    '/chat/%3F!',
    '/chat/%20',
    '/kit',
    '/group/nothing',
    '/group/nothing?tab=members',
    '/gallery/group/nothing',
  ])('the address %s gets 404 with the page', async (path) => {
    const reply = await openPage(path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await reply.text()).toContain('<div id="root"')
  })

  it('a missing album of a member gets 404', async () => {
    expect((await openPage(`/user/${(await addPerson()).id}/album/${MISSING}`)).status).toBe(404)
  })

  it.each([
    `/sketch/${MISSING}`,
    `/sketch/${MISSING}/edit`,
    `/sketch/${MISSING}/synthesize`,
    `/shared/brush/${MISSING}`,
    `/stats/${MISSING}`,
    '/chat/%3F!',
    '/compo/nothing/vote',
  ])('members get 404 for %s as visitors do', async (path) => {
    const reply = await sendRequest(path, { ...BROWSER, as: await addPerson() })
    expect(reply.status).toBe(404)
  })

  it.each([
    `/sketch/${MISSING}/edit`,
    `/sketch/${MISSING}/synthesize`,
    `/shared/brush/${MISSING}`,
    `/stats/${MISSING}`,
    '/chat/%3F!',
  ])('the refusal of %s makes at most two trips to the database', async (path) => {
    const { reply, trips } = await countTrips(path, { ...BROWSER, as: await addPerson() })
    expect(reply.status).toBe(404)
    expect(trips).toBeLessThanOrEqual(2)
  })

  it('the edit page of an unlisted sketch gets 404 without its link, as the sketch does', async () => {
    const mira = await addPerson()
    const path = `/sketch/${await addSketch(mira, { unlisted: true })}/edit`
    expect((await openPage(path)).status).toBe(404)
    expect((await sendRequest(path, { ...BROWSER, as: mira })).status).toBe(200)
  })
})

describe('addresses that exist', () => {
  it.each(PATHS_WITHOUT_NAMES.map((path) => `/${path.replace('e?/', 'e/')}`))('the page %s gets 200', async (path) => {
    expect((await openPage(path)).status).toBe(200)
  })

  it.each([
    '/gallery/trending',
    '/gallery/friends',
    '/tag/empty',
    '/chat/lobby',
    '/message/5',
    '/e/message/5',
    '/recover/key',
    '/gallery',
    '/gallery/user/7',
    '/e/gallery/trending',
    '/featuredSketches',
    '/activity/replies',
    '/awards/2022',
    '/a/groups/stats',
    '/chat/café',
    '/Artists/',
  ])('the address %s gets 200', async (path) => {
    expect((await openPage(path)).status).toBe(200)
  })

  it('a missing member gets 200, because the page leads home [2 §8]', async () => {
    expect((await openPage(`/user/${MISSING}`)).status).toBe(200)
  })

  it('the pages of things that visitors may open get 200', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    const mature = await addSketch(mira, { mature: true })
    const unlisted = await addSketch(mira, { unlisted: true })
    const paths = [
      `/sketch/${sketch}`,
      `/sketch/${unlisted}?key=${await linkKeyOf(unlisted)}`,
      `/sketch/${mature}`,
      `/sketch/${mature}/edit`,
      `/sketch/${sketch}/edit`,
      `/sketch/${sketch}/synthesize`,
      `/stats/${mira.id}`,
      `/e/stats/${mira.id}`,
      `/shared/brush/${(await addBrush()).id}`,
      `/user/${mira.id}/album/${await addAlbum(mira)}`,
      `/challenge/${await addChallenge(mira)}`,
      `/stream/${await addStream(mira)}`,
      `/compo/${await addCompo()}`,
      `/compo/${await addCompo()}/vote`,
      `/user/${mira.id}/fanof`,
      `/user/${mira.id}/hearts`,
      `/user/${mira.id}/blocks`,
      `/group/${await addGroup(mira)}`,
    ]
    const replies = await Promise.all(paths.map(async (path) => [path, (await openPage(path)).status]))
    expect(replies).toEqual(paths.map((path) => [path, 200]))
  })
})

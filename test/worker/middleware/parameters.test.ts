import { describe, expect, it } from 'vitest'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

describe('parameters without a value', () => {
  it.each([
    '/api/v2/search/tops?days&limit&offset',
    '/api/v2/index/trending?page',
    '/tag/heron/sketches?sort&page&format=json',
    '/api/v2/challenge?page&pageSize',
    '/recentSketches?cursor&format=json',
    '/topSketches/1?format=json&filter',
  ])('the read %s counts them as not given [1 §7]', async (path) => {
    expect((await sendRequest(path)).status).toBe(200)
  })

  it('the list of groups of a bare user is that of the viewer [2 §7]', async () => {
    const mira = await addPerson()
    const reply = await sendRequest('/api/v2/user/groups_recents?limit&offset&userId', { as: mira })
    expect(reply.status).toBe(200)
  })

  it('a bare sort and page give the first page of the usual order', async () => {
    const mira = await addPerson()
    const sketches = [await addSketch(mira), await addSketch(mira)]
    const { items } = await requestJson<{ items: { id: number }[] }>(`/user/${mira.id}/sketches?sort&page&format=json`)
    expect(items.map(({ id }) => id)).toEqual(sketches.toReversed())
  })

  it.each([
    ['an empty value', '/tag/heron/sketches?format=json&sort='],
    ['a bare parameter beside one with a value', '/tag/heron/sketches?format=json&sort&sort=hearts'],
    ['a bare parameter that must be given', '/api/v2/search/challenge?query'],
  ])('%s is refused', async (_what, path) => {
    expect(await errorOf(sendRequest(path))).toEqual([400, 'bad_request'])
  })
})

describe('searches with one order', () => {
  it.each([
    '/api/v2/search/challenge?query=heron',
    '/api/v2/search/user?query=heron',
    '/api/v2/search/magic?query=heron',
    '/api/v2/forum/search?query=heron',
    '/api/v2/group?action=search&query=heron',
  ])('the search %s refuses a sort', async (path) => {
    expect(await errorOf(sendRequest(`${path}&sort=age`))).toEqual([400, 'bad_request'])
    expect((await sendRequest(`${path}&sort`)).status).toBe(200)
  })

  it('a search for groups with JSON refuses a sort', async () => {
    const body = { action: 'search', query: 'heron', sort: 'age' }
    expect(await errorOf(sendRequest('/api/v2/group', { body }))).toEqual([400, 'bad_request'])
  })
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const PATH = '/api/v2/compo/info?name=dusk'
const REPLY = { title: 'Dusk' }

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', { pathname: '/compo/dusk' })
  const textContent = JSON.stringify({ [PATH]: REPLY })
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) })
})
afterEach(() => vi.unstubAllGlobals())

const load = async () => (await import('../../../web/lib/first-replies.ts')).takeFirstReply

it('a reply that came with the page is taken once', async () => {
  const takeFirstReply = await load()
  expect(takeFirstReply(PATH)).toEqual(REPLY)
  expect(takeFirstReply(PATH)).toBeUndefined()
})

it('a reply that came with a page is not taken on another page, nor after the way back', async () => {
  const takeFirstReply = await load()
  vi.stubGlobal('location', { pathname: '/compos' })
  expect(takeFirstReply('/api/v2/compo')).toBeUndefined()
  vi.stubGlobal('location', { pathname: '/compo/dusk' })
  expect(takeFirstReply(PATH)).toBeUndefined()
})

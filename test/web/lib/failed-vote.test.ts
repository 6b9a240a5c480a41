import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../web/lib/call.ts'
import { reloadAfterRefusal } from '../../../web/lib/failed-vote.ts'
import { currentToasts, dismissToast } from '../../../web/lib/toast.ts'

const HERE = 'http://localhost/sketch/7'

const reload = vi.fn()

beforeEach(() => {
  reload.mockReset()
  vi.stubGlobal('location', { href: HERE, reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of currentToasts()) dismissToast(id)
})

describe('a rating or vote that failed [1 §8]', () => {
  it.each([403, 500])('a reply with the status %i reloads the page', (status) => {
    reloadAfterRefusal(new CallError(status, 'internal', null), HERE)
    expect(reload).toHaveBeenCalledOnce()
    expect(currentToasts()).toEqual([])
  })

  it.each([
    ['at a limit', new CallError(429, 'too_many', null), HERE],
    ['at the limit of a day', new CallError(409, 'daily_rating_limit', null), HERE],
    ['without a reply', new CallError(0, 'no_reply', null), HERE],
    ['after the member has left the page', new CallError(500, 'internal', null), 'http://localhost/sketch/6'],
  ])('%s, the page stays and shows a toast', (_, error, address) => {
    reloadAfterRefusal(error, address)
    expect(reload).not.toHaveBeenCalled()
    expect(currentToasts()).toHaveLength(1)
  })
})

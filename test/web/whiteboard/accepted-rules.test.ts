import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberPromise, wasPromisedToday } from '../../../web/features/whiteboard/promise.ts'

describe('the promise to keep to the rules of the board', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
    })
    vi.useFakeTimers({ now: new Date(2026, 10, 23, 9, 0) })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('the promise is asked for once a day', () => {
    expect(wasPromisedToday()).toBe(false)
    rememberPromise()
    expect(wasPromisedToday()).toBe(true)
    vi.setSystemTime(new Date(2026, 10, 23, 23, 59))
    expect(wasPromisedToday()).toBe(true)
    vi.setSystemTime(new Date(2026, 10, 24, 0, 1))
    expect(wasPromisedToday()).toBe(false)
  })

  it('the promise is asked for every time where nothing can be stored', () => {
    vi.stubGlobal('localStorage', undefined)
    rememberPromise()
    expect(wasPromisedToday()).toBe(false)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasAcceptedRulesToday, rememberAcceptedRules } from '../../../web/features/whiteboard/accepted-rules.ts'

describe('accepting the rules of the board', () => {
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

  it('a member is asked to accept the rules once a day', () => {
    expect(hasAcceptedRulesToday()).toBe(false)
    rememberAcceptedRules()
    expect(hasAcceptedRulesToday()).toBe(true)
    vi.setSystemTime(new Date(2026, 10, 23, 23, 59))
    expect(hasAcceptedRulesToday()).toBe(true)
    vi.setSystemTime(new Date(2026, 10, 24, 0, 1))
    expect(hasAcceptedRulesToday()).toBe(false)
  })

  it('a member is asked to accept the rules every time where nothing can be stored', () => {
    vi.stubGlobal('localStorage', undefined)
    rememberAcceptedRules()
    expect(hasAcceptedRulesToday()).toBe(false)
  })
})

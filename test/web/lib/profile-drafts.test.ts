import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetProfileDrafts, profileDraftName } from '../../../web/lib/profile-drafts.ts'

afterEach(() => vi.unstubAllGlobals())

describe('unsaved changes of profiles', () => {
  it('logging out removes those of every profile, and keeps other drafts', () => {
    const stored: Record<string, string> = {
      [profileDraftName(1)]: '{}',
      [profileDraftName(23)]: '{}',
      'upload 1': 'x',
    }
    const removeItem = (name: string) => delete stored[name]
    vi.stubGlobal(
      'localStorage',
      new Proxy(stored, { get: (_stored, name) => (name === 'removeItem' ? removeItem : undefined) }),
    )
    forgetProfileDrafts()
    expect(stored).toEqual({ 'upload 1': 'x' })
  })

  it('forbidden storage does not stop the log-out', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(forgetProfileDrafts).not.toThrow()
  })
})

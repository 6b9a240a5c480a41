import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  chatLineName,
  chatUnsentName,
  forgetOwnDrafts,
  forumDraftName,
  messageDraftName,
  orderDraftName,
  profileDraftName,
} from '../../../web/lib/own-drafts.ts'

afterEach(() => vi.unstubAllGlobals())

describe('drafts that others at the same browser should not read', () => {
  it('logging out removes these drafts of every member, and keeps other drafts', () => {
    const stored: Record<string, string> = {
      [profileDraftName(1)]: '{}',
      [profileDraftName(23)]: '{}',
      [orderDraftName(23)]: '{}',
      [messageDraftName(23, 'to 1')]: '{}',
      [forumDraftName(23, 'new topic')]: '{}',
      [chatLineName(23, 'lobby')]: 'x',
      [chatUnsentName(23, 'lobby')]: '[]',
      'upload 1': 'x',
    }
    const removeItem = (name: string) => delete stored[name]
    vi.stubGlobal(
      'localStorage',
      new Proxy(stored, { get: (_stored, name) => (name === 'removeItem' ? removeItem : undefined) }),
    )
    forgetOwnDrafts()
    expect(stored).toEqual({ 'upload 1': 'x' })
  })

  it('forbidden storage does not stop the log-out', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(forgetOwnDrafts).not.toThrow()
  })
})

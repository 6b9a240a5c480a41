import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  chatLineName,
  chatSeenName,
  chatUnsentName,
  commentDraftName,
  editDraftName,
  forgetOwnDrafts,
  forumDraftName,
  messageDraftName,
  orderDraftName,
  profileDraftName,
  unsentStrokesName,
  uploadDraftName,
} from '../../../web/lib/own-drafts.ts'

afterEach(() => vi.unstubAllGlobals())

describe('drafts that others at the same browser should not read', () => {
  it('logging out removes all drafts of the member, and keeps those of others', () => {
    const others = {
      [profileDraftName(2)]: '{}',
      [profileDraftName(231)]: '{}',
      [messageDraftName(1, 'to 23')]: '{}',
      [editDraftName(1, 23)]: '{}',
    }
    const stored: Record<string, string> = {
      ...others,
      [profileDraftName(23)]: '{}',
      [orderDraftName(23)]: '{}',
      [messageDraftName(23, 'to 1')]: '{}',
      [forumDraftName(23, 'new topic')]: '{}',
      [chatLineName(23, 'lobby')]: 'x',
      [chatUnsentName(23, 'lobby')]: '[]',
      [chatSeenName(23, 'lobby')]: '7',
      [unsentStrokesName(23)]: '{}',
      [commentDraftName(23, 'sketch 7')]: 'x',
      [editDraftName(23, 7)]: '{}',
      [uploadDraftName(23, 'b9c1')]: '{}',
    }
    const removeItem = (name: string) => delete stored[name]
    vi.stubGlobal(
      'localStorage',
      new Proxy(stored, { get: (_stored, name) => (name === 'removeItem' ? removeItem : undefined) }),
    )
    forgetOwnDrafts(23)
    expect(stored).toEqual(others)
  })

  it('forbidden storage does not stop the log-out', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(() => forgetOwnDrafts(23)).not.toThrow()
  })
})

import { describe, expect, it } from 'vitest'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { toWireTime } from '../../../contract/time.ts'
import { isEditable, timeDivider } from '../../../web/features/chat/lines/line-times.ts'

const MINUTE_MS = 60_000
const NOON = new Date(2026, 10, 21, 12, 0).getTime()
const lineAt = (ms: number): ChatLine => ({
  ...{ id: 1, user: { id: 2, nickname: 'Noor', avatar: null }, message: 'Hi', date: toWireTime(ms), admin: false },
  ...{ action: false, background: null, key: 'key-0001', replyTo: null, edited: false, link: null },
})

describe('the time above a line [2 §9]', () => {
  it('the time is shown if more than 10 minutes passed since the previous line', () => {
    expect(timeDivider(lineAt(NOON + 10 * MINUTE_MS + 1000), lineAt(NOON))).toBe('12:10')
    expect(timeDivider(lineAt(NOON + 10 * MINUTE_MS), lineAt(NOON))).toBeNull()
  })

  it('the first line has no time above it', () => {
    expect(timeDivider(lineAt(NOON), undefined)).toBeNull()
  })

  it('the day is added when it differs', () => {
    expect(timeDivider(lineAt(NOON + 24 * 60 * MINUTE_MS), lineAt(NOON))).toBe('22 November, 12:00')
  })
})

it('a line is editable for five minutes', () => {
  expect(isEditable(lineAt(Date.now() - 4 * MINUTE_MS))).toBe(true)
  expect(isEditable(lineAt(Date.now() - 6 * MINUTE_MS))).toBe(false)
})

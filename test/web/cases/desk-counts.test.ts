import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { DeskCounts } from '../../../contract/http/cases.ts'
import { DESK_COUNT_MAX } from '../../../contract/limits.ts'
import { DeskBadge } from '../../../web/features/cases/DeskBadge.tsx'
import { DeskTabs } from '../../../web/features/cases/DeskTabs.tsx'
import { renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const admin = sampleUser({ flags: 'a', gloperator: true })
const replies = (counts: Partial<DeskCounts>) =>
  [[['cases', 'counts'], { cases: 0, appeals: 0, bans: 0, orders: 0, ...counts }]] as const
const tabs = (counts: Partial<DeskCounts>, user = admin) =>
  textOf(renderMarkup(createElement(DeskTabs, { current: '/gloperate' }), { user, replies: replies(counts) }))
const badge = (counts: Partial<DeskCounts>) =>
  textOf(renderMarkup(createElement(DeskBadge), { user: admin, replies: replies(counts) }))

describe('the numbers of open items at the desk', () => {
  it('the tab of orders shows the number of orders to check', () => {
    expect(tabs({ orders: 3 })).toMatch(/Orders3$/)
    expect(tabs({ orders: 0 })).toMatch(/Orders$/)
  })

  it('a number that was cut off has a plus', () => {
    expect(tabs({ cases: DESK_COUNT_MAX, appeals: 12 })).toMatch(/^Cases100\+Appeals12Bans/)
  })

  it('the badge has the sum, with a plus if a part was cut off', () => {
    expect(badge({ cases: 2, orders: 3 })).toBe('5 5 waiting')
    expect(badge({ cases: DESK_COUNT_MAX, orders: 3 })).toBe('103+ 103+ waiting')
    expect(badge({})).toBe('')
  })
})

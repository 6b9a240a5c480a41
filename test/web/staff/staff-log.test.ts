import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { StaffLogEntry } from '../../../contract/http/staff-log.ts'
import { StaffLogRow } from '../../../web/features/staff/StaffLogRow.tsx'
import { renderMarkup } from '../../support/web/render.ts'

const ENTRY: StaffLogEntry = {
  id: 1,
  action: 'violation',
  staffId: 2,
  userId: 3,
  targetType: 'sketch',
  targetId: 4,
  channel: null,
  slug: null,
  reason: 'Traced.',
  changes: { violation: [null, 'copyright'] },
  date: '20260302120000',
}

const PEOPLE = new Map([[3, { id: 3, nickname: 'Mira', avatar: null }]])

const rowOf = (fields: Partial<StaffLogEntry> = {}) =>
  renderMarkup(createElement(StaffLogRow, { entry: { ...ENTRY, ...fields }, people: PEOPLE }))

describe('an entry of the staff log', () => {
  it('an entry links to the actor, the member and the sketch', () => {
    for (const address of ['/user/2', '/user/3', '/sketch/4']) expect(rowOf()).toContain(`href="${address}"`)
  })

  it('an entry names members as they are now, and those who left by their numbers', () => {
    expect(rowOf()).toContain('>Mira<')
    expect(rowOf()).toContain('>member 2<')
  })

  it('an entry says why and what changed', () => {
    expect(rowOf()).toContain('Traced.')
    expect(rowOf()).toContain('violation: copyright')
    const row = rowOf({ changes: { mature: [false, true], title: ['Ink', ''] } })
    expect(row).toContain('<del>no</del> → <ins>yes</ins>')
    expect(row).toContain('<del>Ink</del> → <ins>nothing</ins>')
  })

  it('an entry without a reason says so', () => {
    expect(rowOf({ reason: '' })).toContain('No reason given.')
  })

  it('an act of an earlier version is shown by its own name', () => {
    expect(rowOf({ action: 'old_act' })).toContain('old_act')
  })

  it('an act on a case leads to the case', () => {
    expect(rowOf({ targetType: 'case' })).toContain('href="/gloperate/case/4"')
  })

  it('an act on a forum topic leads to the topic, also when it was removed', () => {
    expect(rowOf({ targetType: 'topic' })).toContain('href="/forum/topic/4"')
  })

  it('an act on a group or compo leads there by the name in its address', () => {
    expect(rowOf({ targetType: 'group', slug: 'pond-life' })).toContain('href="/group/pond-life"')
    expect(rowOf({ targetType: 'compo', slug: 'kitchens' })).toContain('href="/compo/kitchens"')
  })

  it.each([
    ['category', '/forum/categories'],
    ['appeal', '/gloperate/appeals'],
    ['awards', '/awards/4'],
  ])('an act on a %s leads to %s', (targetType, address) => {
    expect(rowOf({ targetType })).toContain(`href="${address}"`)
  })

  it('an act in a chat room leads to the room by its name', () => {
    expect(rowOf({ targetType: 'chat_room', channel: 'inks' })).toContain('href="/chat/inks"')
  })
})

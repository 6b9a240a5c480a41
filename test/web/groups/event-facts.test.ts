import { describe, expect, it } from 'vitest'
import type { GroupEvent } from '../../../contract/http/groups.ts'
import { eventFacts } from '../../../web/lib/messages/groups.ts'

const compo: GroupEvent = {
  title: 'Way home',
  group: { id: 'kitchens', title: 'Kitchens' },
  path: '/compo/way-home',
  startDate: '20260601120000',
  entriesEndDate: '20260608120000',
  endDate: '20260615120000',
}
const at = (day: number) => Date.UTC(2026, 5, day, 18)

describe('the facts of an event of a group', () => {
  it.each([
    [0, 'Compo, opens on 1 June'],
    [2, 'Compo, open until 8 June'],
    [9, 'Compo, voting until 15 June'],
    [16, 'Compo, closed on 15 June'],
  ])('a compo has its state on day %i: %s', (day, text) => {
    expect(eventFacts(compo, at(day))).toBe(text)
  })

  it('a challenge has its day', () => {
    expect(eventFacts({ ...compo, entriesEndDate: null }, at(2))).toMatch(/^Challenge, .*1 June/)
  })
})

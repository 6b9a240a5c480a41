import { expect, it } from 'vitest'
import type { AwardCategory } from '../../../contract/http/awards.ts'
import { isCounting } from '../../../web/features/awards/queries.ts'

const category = (votes: number | null) => ({ votes }) as AwardCategory

it('the votes of closed awards are being counted until their numbers are published', () => {
  const counts = (state: 'closed' | 'voting', votes: number | null) =>
    isCounting({ state, categories: [category(votes)] })
  expect([counts('closed', null), counts('closed', 0), counts('closed', 12)]).toEqual([true, false, false])
  expect(counts('voting', null)).toBe(false)
})

import { expect, it } from 'vitest'
import type { AwardCategory } from '../../../contract/http/awards.ts'
import { isCounting } from '../../../web/features/awards/queries.ts'

const category = (votes: number | null) => ({ votes }) as AwardCategory

it.each([
  ['closed', null, true],
  ['closed', 12, false],
  ['closed', 0, false],
  ['voting', null, false],
] as const)('awards that are %s with %j votes are being counted: %j', (state, votes, expected) => {
  expect(isCounting({ state, categories: [category(votes)] })).toBe(expected)
})

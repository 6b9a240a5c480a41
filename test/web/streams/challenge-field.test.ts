import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { challengesQuery } from '../../../web/features/challenges/queries.ts'
import { ChallengeField } from '../../../web/features/streams/StreamFields.tsx'
import { onlyPage, renderMarkup } from '../../support/web/render.ts'

const field = (...replies: Parameters<typeof onlyPage>[0][]) =>
  renderMarkup(createElement(ChallengeField, { chosen: null }), {
    replies: replies.map((items) => [challengesQuery.queryKey, onlyPage(items)] as const),
  })

describe('the choice of a challenge for a stream', () => {
  it('the choice has its place before the challenges have loaded', () => {
    expect(field()).toContain('Challenge')
  })

  it('without challenges there is no choice', () => {
    expect(field([])).toBe('')
  })
})

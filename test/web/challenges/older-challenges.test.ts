import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { ChallengeField } from '../../../web/features/challenges/ChallengeField.tsx'
import { challengesQuery } from '../../../web/features/challenges/queries.ts'
import { renderMarkup } from '../../support/web/render.ts'

const challenge = { id: 9, title: 'Low tide', date: '20260614000000', entries: 0, thumbnail: null }

function field({ done, isUnlisted = false }: { done: boolean; isUnlisted?: boolean }): string {
  const pages = { pages: [{ items: [challenge], done, cursor: done ? '' : 'older' }], pageParams: [''] }
  const choice = { chosen: null, isUnlisted, onChange: () => undefined }
  return renderMarkup(createElement(ChallengeField, choice), { replies: [[challengesQuery.queryKey, pages]] })
}

describe('the choice of a challenge for a new sketch', () => {
  it('older challenges can be shown while the list has more', () => {
    expect(field({ done: false })).toContain('Show older challenges')
  })

  it('an unlisted sketch enters none, so none are shown', () => {
    expect(field({ done: false, isUnlisted: true })).not.toContain('Show older challenges')
  })

  it('nothing is offered behind the first challenge', () => {
    expect(field({ done: true })).not.toContain('Show older challenges')
  })
})

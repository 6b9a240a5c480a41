import { createElement } from 'react'
import { expect, it } from 'vitest'
import { useUser } from '../../../web/lib/session.ts'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

it('a member stays logged in while the session cannot be refreshed', () => {
  const Nickname = () => useUser()?.nickname ?? 'a visitor'
  const user = sampleUser({ nickname: 'Noor' })
  expect(renderMarkup(createElement(Nickname), { user, staleReplies: [['session']] })).toBe('Noor')
})

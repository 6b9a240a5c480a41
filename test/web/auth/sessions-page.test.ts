import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionsPage } from '../../../web/features/auth/SessionsPage.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const user = sampleUser({ nickname: 'Mira' })
const sessionOf = (id: string, current: boolean) => ({
  ...{ id, device: `Browser ${id}`, dateCreated: '20261120120000', dateSeen: '20261127120000', current },
})

/** The page of a member with this number of sessions beside the present one. */
function render(others: number): string {
  const items = [sessionOf('own', true), ...Array.from({ length: others }, (_, index) => sessionOf(`${index}`, false))]
  const replies: [string[], unknown][] = [
    [['session'], { user, deletesAt: null }],
    [['sessions'], { items }],
  ]
  return renderMarkup(createElement(SessionsPage), { at: '/sessions', user, replies })
}

describe('the page of the sessions', () => {
  it('the page offers to end each session but the present one', () => {
    const markup = render(1)
    expect(markup).toContain('This browser')
    expect(markup).toContain('aria-label="Log out Browser 0"')
    expect(markup).not.toContain('aria-label="Log out Browser own"')
  })

  it('the page offers to end all other sessions at once if there are several', () => {
    expect(render(1)).not.toContain('Log out everywhere else')
    expect(render(2)).toContain('Log out everywhere else')
  })

  it('the page says that ending all other sessions leaves the API key', () => {
    expect(render(1)).not.toContain('Your API key still works')
    expect(render(2)).toContain('Your API key still works')
  })
})

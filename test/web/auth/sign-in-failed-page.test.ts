import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { SignInFailedPage } from '../../../web/features/auth/SignInFailedPage.tsx'
import { renderMarkup } from '../../support/web/render.ts'

const render = (query: string) => renderMarkup(createElement(SignInFailedPage), { at: `/sign-in/failed${query}` })

describe('the page after a sign-in that was not accepted', () => {
  it('the page offers to try again', () => {
    expect(render('')).toContain('Try again')
    expect(render('?reason=unknown')).toContain('Try again')
  })

  it('the page of an unlinked login leads to the recovery of the account and to staff', () => {
    const markup = render('?reason=login_unlinked')
    expect(markup).toContain('This login was unlinked from another account of yours.')
    expect(markup).toContain('href="/recover"')
    expect(markup).toContain('href="/support"')
    expect(markup).not.toContain('Try again')
  })
})

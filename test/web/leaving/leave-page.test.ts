import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { DeletionBanner } from '../../../web/features/leaving/DeletionBanner.tsx'
import { LeavePage } from '../../../web/features/leaving/LeavePage.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const user = sampleUser({ nickname: 'Mira' })
const render = (deletesAt: string | null) =>
  renderMarkup(createElement(LeavePage), { at: '/leave', user, replies: [[['session'], { user, deletesAt }]] })

describe('the page that deletes the account', () => {
  it('the page says what is deleted and what stays, and asks for the nickname', () => {
    const markup = render(null)
    expect(markup).toContain('Deleted for good')
    expect(markup).toContain('What stays, without your name')
    expect(markup).toContain('Type Mira')
  })

  it('the page offers to download the own data first', () => {
    expect(render(null)).toContain('href="/export"')
  })

  it('the page says when the account will be deleted, and offers to keep it', () => {
    const markup = render('20261130120000')
    expect(markup).toContain('Your account will be deleted on 30 November 2026.')
    expect(markup).toContain('Keep my account')
    expect(markup).not.toContain('Your nickname')
  })

  it('the page asks visitors to log in', () => {
    expect(renderMarkup(createElement(LeavePage), { at: '/leave' })).not.toContain('Deleted for good')
  })
})

describe('the banner of every page', () => {
  it('a banner on every page says when the account will be deleted', () => {
    const markup = renderMarkup(createElement(DeletionBanner, { deletesAt: '20261130120000' }), { user })
    expect(markup).toContain('Your account will be deleted on 30 November 2026.')
  })
})

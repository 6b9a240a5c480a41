import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionsPage } from '../../../web/features/auth/SessionsPage.tsx'
import { ActivityPage } from '../../../web/features/notifications/ActivityPage.tsx'
import { BoardPreview } from '../../../web/features/whiteboard/BoardPreview.tsx'
import { renderMarkup } from '../../support/web/render.ts'

const NEWCOMERS = 'New here? The same button creates your account.'

describe('what visitors see of pages for members', () => {
  it('the page of sessions says that the login button creates an account', () => {
    expect(renderMarkup(createElement(SessionsPage), { at: '/sessions' })).toContain(NEWCOMERS)
  })

  it('the preview of the whiteboard says that the login button creates an account', () => {
    expect(renderMarkup(createElement(BoardPreview), { at: '/whiteboard' })).toContain(NEWCOMERS)
  })

  it('a page that needs a login has its own document title', () => {
    expect(renderMarkup(createElement(SessionsPage), { at: '/sessions' })).toContain('<title>Your sessions – Croquis')
  })

  it('a page with a heading of its own has no second heading of level one', () => {
    expect(renderMarkup(createElement(ActivityPage), { at: '/activity' }).match(/<h1/g)).toHaveLength(1)
  })
})

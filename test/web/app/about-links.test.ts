import { describe, expect, it } from 'vitest'
import { ABOUT_LINKS, isOpenToBanned } from '../../../web/app/about-links.ts'

describe('pages about the site', () => {
  it.each(['/guidelines', '/numbers', '/help', '/privacy', '/terms', '/support', '/decision', '/decision/case/3'])(
    'the page %s is open to banned members [2 §2]',
    (path) => {
      expect(isOpenToBanned(path)).toBe(true)
    },
  )

  it.each(['/', '/classes', '/gallery/recent', '/support/1', '/terms/x', '/upload'])(
    'the page %s shows banned members the notice [2 §2]',
    (path) => {
      expect(isOpenToBanned(path)).toBe(false)
    },
  )

  it.each(['/unsubscribe/12.fans.x', '/confirm-email/abc'])(
    'the link %s of a mail works for banned members',
    (path) => {
      expect(isOpenToBanned(path)).toBe(true)
    },
  )

  it('the footer links each page once', () => {
    const paths = ABOUT_LINKS.map(({ to }) => to)
    expect(new Set(paths).size).toBe(paths.length)
  })
})

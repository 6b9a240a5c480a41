import { describe, expect, it } from 'vitest'
import { ABOUT_LINKS, isOpenToBanned } from '../../../web/app/about-links.ts'

describe('pages about the site', () => {
  it('a banned member can read the guidelines, privacy and terms, and contact support [2 §2]', () => {
    for (const path of ['/guidelines', '/help', '/privacy', '/terms', '/support']) {
      expect(isOpenToBanned(path), path).toBe(true)
    }
  })

  it('a banned member sees the notice on every other page [2 §2]', () => {
    for (const path of ['/', '/classes', '/gallery/recent', '/support/1', '/terms/x', '/upload']) {
      expect(isOpenToBanned(path), path).toBe(false)
    }
  })

  it('the footer links each page once', () => {
    const paths = ABOUT_LINKS.map(({ to }) => to)
    expect(new Set(paths).size).toBe(paths.length)
  })
})

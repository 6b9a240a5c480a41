import { describe, expect, it } from 'vitest'
import { isPagePath, redirectTarget } from '../../../contract/page-paths.ts'

describe('alternative addresses [1 §2]', () => {
  it.each([
    ['/e/gallery/trending', '/gallery/trending'],
    ['/e/tag/sea', '/tag/sea'],
    ['/e/e/editProfile', '/editProfile'],
    ['/gallery', '/gallery/recent'],
    ['/gallery/user/7', '/user/7'],
    ['/featuredSketches', '/gallery/featured'],
    ['/recentSketches', '/gallery/recent'],
    ['/recentHearts', '/gallery/hearts'],
    ['/topSketches/2', '/gallery/tops'],
    ['/tag/sea/sketches', '/tag/sea'],
    ['/user/7/hearts', '/user/7'],
  ])('the address %s leads to %s', (path, address) => {
    expect(redirectTarget(path)).toBe(address)
  })

  it.each([
    ...['/', '/gallery/recent', '/tag/sea', '/user/0/sketches', '/no-such-page'],
    ...['/e//evil.example', '/e/\\evil.example', '/e/e//evil.example', '/e'],
  ])('the address %s leads nowhere else', (path) => {
    expect(redirectTarget(path)).toBeNull()
  })

  it('an address with thousands of prefixes is understood at once', () => {
    const path = `${'/e'.repeat(7500)}/tag/sea`
    expect(redirectTarget(path)).toBe('/tag/sea')
    expect(isPagePath(path)).toBe(true)
  })
})

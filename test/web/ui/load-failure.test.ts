import { describe, expect, it } from 'vitest'
import { isLoadFailure } from '../../../web/ui/lazy-component.tsx'

describe('a page whose code could not be loaded', () => {
  it('a lost module or style sheet is a failed load, which can be tried again', () => {
    const lost = [
      new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/SearchPage.js'),
      new TypeError('error loading dynamically imported module: http://localhost/assets/SearchPage.js'),
      new TypeError('Importing a module script failed.'),
      new Error('Unable to preload CSS for /assets/SearchPage.css'),
    ]
    for (const error of lost) expect(isLoadFailure(error), error.message).toBe(true)
  })

  it('an error of the page itself is none', () => {
    expect(isLoadFailure(new TypeError('sketch is undefined'))).toBe(false)
  })
})

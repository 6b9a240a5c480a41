import { describe, expect, it } from 'vitest'
import { isLoadFailure } from '../../../web/ui/lazy-component.tsx'

describe('errors of pages that could not be loaded', () => {
  it.each([
    new TypeError('Failed to fetch dynamically imported module: https://croquis.example/assets/StreamsPage.js'),
    new TypeError('error loading dynamically imported module: https://croquis.example/assets/StreamsPage.js'),
    new TypeError('Importing a module script failed.'),
  ])('a module that was not loaded is no fault of the page: %s', (error) => {
    expect(isLoadFailure(error)).toBe(true)
  })

  it('a style sheet that was not loaded is no fault of the page', () => {
    expect(isLoadFailure(new Error('Unable to preload CSS for /assets/ActivityPage.css'))).toBe(true)
  })

  it('any other error is a fault of the page', () => {
    expect(isLoadFailure(new TypeError('undefined is not a function'))).toBe(false)
  })
})

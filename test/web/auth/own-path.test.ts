import { describe, expect, it } from 'vitest'
import { ownPath } from '../../../web/features/auth/own-path.ts'

const ORIGIN = 'https://croquis.example'

describe('the address after a first sign-in', () => {
  it.each(['/', '/sessions?from=mail', '/sketch/7', '/search?query=a%2Fb'])(
    'a page of the site is kept: %s',
    (path) => {
      expect(ownPath(path, ORIGIN)).toBe(path)
    },
  )

  it.each([
    null,
    '//evil.example/',
    '/\\evil.example/',
    '/.//evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    'https://',
  ])('the address %j is replaced by the home page', (path) => {
    expect(ownPath(path, ORIGIN)).toBe('/')
  })
})

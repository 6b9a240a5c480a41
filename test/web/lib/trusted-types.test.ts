import { afterEach, expect, it, vi } from 'vitest'
import { setTrustedTypesPolicy } from '../../../web/lib/trusted-types.ts'

type Policy = { createHTML(html: string): string | null; createScriptURL(url: string): string | null }

afterEach(() => void vi.unstubAllGlobals())

/** The policy of a page of the site, with the name under which it was made. */
function policyOfPage(): Policy & { name: string } {
  const made: (Policy & { name: string })[] = []
  vi.stubGlobal('location', { href: 'https://croquis.example/sketch/1', origin: 'https://croquis.example' })
  vi.stubGlobal('trustedTypes', {
    get defaultPolicy() {
      return made[0] ?? null
    },
    createPolicy: (name: string, policy: Policy) => made.push({ name, ...policy }),
  })
  setTrustedTypesPolicy()
  // The first script of a page and the application both ask for it.
  setTrustedTypesPolicy()
  const [policy] = made
  if (!policy || made.length > 1) throw new Error(`${made.length} policies`)
  return policy
}

it.each(['/assets/index-1.js', 'https://croquis.example/assets/ticker-2.js'])('a script may be %s', (url) => {
  expect(policyOfPage().createScriptURL(url)).toBe(url)
})

it.each([
  'https://elsewhere.example/assets/index-1.js',
  '//elsewhere.example/assets/index-1.js',
  '/image/a/100',
  '/assets/../image/a/100',
  'blob:https://croquis.example/assets/',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
])('a script may not be %s', (url) => {
  expect(policyOfPage().createScriptURL(url)).toBeNull()
})

it('text does not become markup', () => {
  const { name, createHTML } = policyOfPage()
  expect([name, createHTML('<b>hello</b>'), createHTML('')]).toEqual(['default', null, ''])
})

it('a browser without Trusted Types needs no policy', () => {
  expect(setTrustedTypesPolicy).not.toThrow()
})

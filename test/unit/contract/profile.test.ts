import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTRY_CODES, countryName, listCountries } from '../../../contract/countries.ts'
import { website } from '../../../contract/http/edit-profile.ts'
import { dayText, websiteHost } from '../../../contract/profile-facts.ts'

describe('the website of a profile', () => {
  it.each([
    ['', ''],
    ['  example.org ', 'https://example.org/'],
    ['http://example.org/a?b=c#d', 'http://example.org/a?b=c#d'],
    ['example.org:8080/a', 'https://example.org:8080/a'],
    ['HTTPS://EXAMPLE.ORG', 'https://example.org/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
  ])('the website %j is saved as %j', (typed, address) => {
    expect(website.parse(typed)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:mira@example.org',
    'ftp://example.org',
    'https://mira:secret@example.org',
    'localhost',
    'https://',
    'two words.org',
    `example.org/${'a'.repeat(200)}`,
  ])('the website %j is refused', (typed) => {
    expect(website.safeParse(typed).success).toBe(false)
  })

  /** The address that is saved of any typed one, or an empty text. */
  const saved = fc.oneof(fc.webUrl(), fc.string(), fc.domain()).map((typed) => website.safeParse(typed).data ?? '')

  it('an accepted address is http or https', () => {
    fc.assert(
      fc.property(saved, (address) => {
        if (address !== '') expect(['http:', 'https:']).toContain(new URL(address).protocol)
      }),
    )
  })

  it('saving an accepted address again changes nothing', () => {
    fc.assert(
      fc.property(saved, (address) => {
        expect(website.parse(address)).toBe(address)
      }),
    )
  })

  it('a profile shows the host without "www."', () => {
    expect(websiteHost('https://www.example.org/ink')).toBe('example.org')
  })
})

describe('birthdays', () => {
  it('a birthday on 29 February is shown as such', () => {
    expect(dayText(2, 29)).toBe('29 February')
  })
})

describe('countries', () => {
  it('every country has a name of its own', () => {
    const names = listCountries().map(({ name }) => name)
    expect(new Set(names).size).toBe(COUNTRY_CODES.length)
    expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  })

  it('a member without a country has no name of one', () => {
    expect(countryName('')).toBe('')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nickname } from '../../../../../contract/http/auth.ts'
import { ageOn } from '../../../../../worker/domain/users/rules.ts'
import { mayJoin, safeReturn, suggestNickname } from '../../../../../worker/features/auth/rules.ts'
import { deviceName } from '../../../../../worker/lib/device.ts'

const at = (day: string) => Date.parse(`${day}T12:00:00Z`)

describe('the age on a day', () => {
  it.each([
    ['2000-05-03', '2018-05-02', 17],
    ['2000-05-03', '2018-05-03', 18],
    ['2000-05-03', '2018-05-04', 18],
    ['2000-12-31', '2001-01-01', 0],
    ['2000-01-01', '2000-12-31', 0],
    ['2004-02-29', '2022-02-28', 17],
    ['2004-02-29', '2022-03-01', 18],
    ['2004-02-29', '2024-02-28', 19],
    ['2004-02-29', '2024-02-29', 20],
    ['2030-01-01', '2026-01-01', -4],
  ])('the age of a person born on %s is, on %s, %i', (born, day, age) => {
    expect(ageOn(born, at(day))).toBe(age)
  })

  it('an age changes at midnight UTC', () => {
    expect(ageOn('2000-05-03', Date.parse('2018-05-02T23:59:59.999Z'))).toBe(17)
    expect(ageOn('2000-05-03', Date.parse('2018-05-03T00:00:00Z'))).toBe(18)
  })

  it('a member is at least 13 years old', () => {
    expect(mayJoin('2013-05-04', at('2026-05-03'))).toBe(false)
    expect(mayJoin('2013-05-03', at('2026-05-03'))).toBe(true)
  })

  it('a member is born before today', () => {
    expect(mayJoin('2027-01-01', at('2026-05-03'))).toBe(false)
  })

  it('a member is not older than any living person', () => {
    expect(mayJoin('1890-01-01', at('2026-05-03'))).toBe(false)
  })
})

describe('the address after signing in', () => {
  it.each(['/', '/sketch/7', '/sketch/7?page=2#top', '/search?q=a%2Fb', '/tag/日本語', '/user/1//x'])(
    'a page of the site is accepted: %s',
    (path) => {
      expect(new URL(safeReturn(path), 'https://site.example').href).toBe(new URL(path, 'https://site.example').href)
    },
  )

  it.each([
    undefined,
    '',
    'sketch/7',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\n/evil.example',
    '/\t/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    '/a\\b',
    '/\u0000',
  ])('the address %j is replaced by the home page', (path) => {
    expect(safeReturn(path)).toBe('/')
  })

  describe('any requested address', () => {
    const signs = ['/', '//', '\\', '.', '..', '%2e', '%2E%2e', '%2f', '%5c', '\t', '\n', '\r', ' ', '@', ':', '?', '#']
    const part = fc.oneof(
      fc.constantFrom(...signs),
      fc.constantFrom('evil.example', 'https:', 'javascript:', 'sketch', '7', '\u2028', '\ufeff', '\u0000', '／', '。'),
      fc.string({ maxLength: 3 }),
    )
    const checkReturn = (check: (path: string, requested: string) => void) => {
      const property = fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        for (const requested of [parts.join(''), `/${parts.join('')}`]) check(safeReturn(requested), requested)
      })
      const examples: [string[]][] = [[['.//evil.example']], [['%2e//evil.example']], [['..//evil.example']]]
      fc.assert(property, { numRuns: 5000, examples })
    }

    it('the address is always a path of the site', () => {
      checkReturn((path, requested) => {
        expect([requested, path]).toEqual([requested, expect.stringMatching(/^\/(?![/\\])/)])
        expect(new URL(path, 'https://site.example').origin).toBe('https://site.example')
      })
    })

    it('a checked address is accepted unchanged', () => {
      checkReturn((path) => expect(safeReturn(path)).toBe(path))
    })
  })
})

describe('the suggested nickname', () => {
  it.each([
    ['Mira Vale', 'Mira Vale'],
    ['  Inês   Duarte ', 'Inês Duarte'],
    ['<b>Mira</b>', 'bMirab'],
    ['.:Mira:.', 'Mira.'],
    ['👩‍🎨', ''],
    [null, ''],
    ['An Extraordinarily Long Name Of Someone', 'An Extraordinarily Long'],
  ])('the nickname suggested for %j is %j', (name, suggested) => {
    expect(suggestNickname(name)).toBe(suggested)
  })

  it('a suggested nickname is valid unless it is too short', () => {
    const names = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('𝒜', ' ', '-', 'é', 'e')),
    )
    fc.assert(
      fc.property(names, (parts) => {
        const suggested = suggestNickname(parts.join(''))
        if (suggested.length >= 2) expect(nickname.safeParse(suggested)).toEqual({ success: true, data: suggested })
      }),
      { numRuns: 1000, examples: [[['a', ...Array(20).fill('𝒜')]]] },
    )
  })
})

describe('the device of a session', () => {
  const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/120.0`, 'Opera on Mac'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1', 'Chrome on iPad'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) FxiOS/140.0 Mobile/15E148 Safari/605',
      'Firefox on iPhone',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
    ['curl/8.0', 'Browser'],
    [undefined, 'Browser'],
  ])('the user agent %j is shown as "%s"', (agent, device) => {
    expect(deviceName(agent)).toBe(device)
  })

  it('the device never repeats text of the user agent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (agent) => {
        expect(deviceName(agent)).toMatch(/^(Edge|Opera|Firefox|Chrome|Safari|Browser)( on \w+)?$/)
      }),
    )
  })
})

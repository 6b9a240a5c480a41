import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../../contract/time.ts'
import { countText, fileSizeText, monthText, numberText } from '../../../web/lib/format.ts'

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

describe('sizes of files', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [KB - 1, '1,023 bytes'],
    [KB, '1 KB'],
    [KB + 1, '2 KB'],
    [MB - KB, '1,023 KB'],
    [MB - KB + 1, '1.0 MB'],
    [MB, '1.0 MB'],
    [GB - MB, '1,023.0 MB'],
    [GB - 1, '1.0 GB'],
    [GB, '1.0 GB'],
    [2.5 * GB, '2.5 GB'],
  ])('[2 §9] %i bytes are shown as %s', (bytes, text) => {
    expect(fileSizeText(bytes)).toBe(text)
  })
})

describe('texts that are written without Intl', () => {
  it('a whole number is written as Intl writes it', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (count) => {
        expect(numberText(count)).toBe(count.toLocaleString('en-GB'))
      }),
    )
  })

  it('a count has the plural form that Intl selects', () => {
    const rules = new Intl.PluralRules('en-GB')
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(countText(count, 'entry', 'entries').endsWith(' entry')).toBe(rules.select(count) === 'one')
      }),
    )
  })

  it('a month is written as Intl writes it', () => {
    const times = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })
    fc.assert(
      fc.property(times, (ms) => {
        const month = new Date(ms).toLocaleString('en-GB', { month: 'long', year: 'numeric' })
        expect(monthText(toWireTime(ms))).toBe(month)
      }),
    )
  })
})

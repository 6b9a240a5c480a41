import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markup } from '../../../../worker/lib/markup.ts'
import { pictureWithin } from '../../../../worker/lib/picture-within.ts'
import { unescaped } from '../../../support/markup.ts'

const written = (text: string) => String(markup`${text}`)

describe('text in markup', () => {
  const anyText = fc.string({ unit: 'binary' })

  it('text is read back as written, except for characters that XML forbids', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unescaped(written(text))).toBe(text.replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, ' '))
      }),
    )
  })

  it('line breaks stay, as in descriptions', () => {
    expect(written('Ink,\nthen ash.\r\n\x07')).toBe('Ink,\nthen ash. \n ')
  })

  it('text neither opens nor closes a tag, attribute or entity', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(written(text)).not.toMatch(/[<>"']|[^\P{Cc}\t\n]|&(?!(?:amp|lt|gt|quot|#39);)/u)
      }),
    )
  })
})

describe('markup in markup', () => {
  const item = (text: string) => markup`<li>${text}</li>`

  it('markup is not escaped again', () => {
    const items = ['<a>', '"b"'].map(item)
    expect(String(markup`<ul>${items}${markup`<br>`}</ul>`)).toBe(
      '<ul><li>&lt;a&gt;</li><li>&quot;b&quot;</li><br></ul>',
    )
  })

  it('text and numbers beside markup are escaped', () => {
    expect(String(markup`<ul title="${'<i>'}">${item('<a>')}${7}</ul>`)).toBe(
      '<ul title="&lt;i&gt;"><li>&lt;a&gt;</li>7</ul>',
    )
  })
})

describe('the picture of a preview', () => {
  const side = fc.integer({ min: 1, max: 20_000 })

  /** Any picture, and its form within a width. */
  const preview = fc
    .record({ width: side, height: side, most: fc.integer({ min: 25, max: 1024 }) })
    .map(({ width, height, most }) => ({
      ...{ width, height, most },
      shown: pictureWithin({ imageUrl: '/image/a', width, height }, { width: most, height: 1e9 }),
    }))

  it('the picture is no wider than requested or than the original', () => {
    fc.assert(
      fc.property(preview, ({ width, most, shown }) => {
        expect(shown.width).toBeLessThanOrEqual(Math.min(width, most))
      }),
    )
  })

  it('the picture keeps its proportions', () => {
    fc.assert(
      fc.property(preview, ({ width, height, shown }) => {
        expect(Math.abs(shown.height - (height * shown.width) / width)).toBeLessThanOrEqual(1)
      }),
    )
  })

  const picture = { imageUrl: '/image/a', width: 4000, height: 2000 }

  it('the picture has the largest available width that fits', () => {
    expect(pictureWithin(picture)).toEqual({ address: '/image/a/1024', width: 1024, height: 512 })
    expect(pictureWithin(picture, { width: 799, height: 1000 })).toEqual({
      address: '/image/a/768',
      width: 768,
      height: 384,
    })
  })

  it('the picture has the smallest available width if none fits', () => {
    expect(pictureWithin(picture, { width: 5, height: 5 }).address).toBe('/image/a/25')
  })
})

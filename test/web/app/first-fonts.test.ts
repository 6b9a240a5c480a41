import { describe, expect, it } from 'vitest'
import { readFirstFonts, writeFirstFonts } from '../../../web/app/first-fonts.ts'

const FONTS = [
  {
    family: 'Commissioner Variable',
    base64: 'd09GMgABAAAA+/==',
    descriptors: { weight: '100 900', unicodeRange: 'U+20,U+41' },
  },
]

/** Serialises a CSS string as WebKit does (https://drafts.csswg.org/cssom/#serialize-a-string). */
function serialise(cssString: string): string {
  const value = cssString.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

describe('fonts of the first paint', () => {
  it('fonts are read from the property as the style sheet has it, as Chromium and Firefox return it', () => {
    expect(readFirstFonts(writeFirstFonts(FONTS))).toEqual(FONTS)
  })

  it('fonts are read from the property as WebKit serialises it', () => {
    expect(readFirstFonts(serialise(writeFirstFonts(FONTS)))).toEqual(FONTS)
  })

  it('there are no fonts while the style sheet is not loaded', () => {
    expect(readFirstFonts('')).toEqual([])
  })
})

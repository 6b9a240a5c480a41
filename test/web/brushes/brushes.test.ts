import { describe, expect, it } from 'vitest'
import { brushFile } from '../../../contract/brush.ts'
import { categoryInHash } from '../../../web/features/brushes/BrushesPage.tsx'
import { describeBrush } from '../../../web/features/brushes/describe-brush.ts'

const plain = {
  format: 'croquis-brush',
  version: 1,
  title: 'Plain',
  tip: { shape: 'round' },
  spacing: 0.1,
  size: { base: 12 },
  opacity: { base: 1 },
}
const wordsOf = (fields: object) => Object.fromEntries(describeBrush(brushFile.parse({ ...plain, ...fields })))

describe('what a brush does is told in words', () => {
  it('for one that always does the same', () => {
    expect(wordsOf({})).toEqual({
      Tip: 'Round, hard edge',
      Size: '12 pixels, always',
      Opacity: '100 % a dab, always',
      Spacing: 'Unbroken',
      Grain: 'None',
      Colour: 'As chosen',
    })
  })

  it('for one that follows the hand', () => {
    const words = wordsOf({
      tip: { shape: 'flat', ratio: 0.2, angle: 45, hardness: 0.2 },
      spacing: 1.5,
      scatter: 0.5,
      size: { base: 40, pressure: 0.9, speed: -0.2 },
      opacity: { base: 0.5, tilt: 0.5 },
      grain: { scale: 10, depth: 0.4 },
      jitter: { hue: 8, saturation: 0, lightness: 0.1 },
    })
    expect(words).toEqual({
      Tip: 'Flat, soft edge, 20 % as broad as long, held at 45°',
      Size: '40 pixels, much thinner with a light hand, slightly thinner where the hand is fast',
      Opacity: '50 % a dab, fainter the more upright the pen',
      Spacing: 'Dabs apart, widely scattered',
      Grain: '40 % of a coarse grain',
      Colour: 'Strays: hue by 8°, lightness by 10 %',
    })
  })
})

describe("the category in the address's hash [1 §2]", () => {
  it.each([
    ['', ''],
    ['#ink', 'ink'],
    ['#drawing/pencils', 'drawing/pencils'],
    ['#/drawing/pencils/', 'drawing/pencils'],
    ['#../up', ''],
    ['#A b', ''],
  ])('%j is %j', (hash, path) => expect(categoryInHash(hash)).toBe(path))
})

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
const descriptionOf = (fields: object) => Object.fromEntries(describeBrush(brushFile.parse({ ...plain, ...fields })))

describe('the description of a brush', () => {
  it('constant values of a brush are described as constant', () => {
    expect(descriptionOf({})).toEqual({
      Tip: 'Round, hard edge',
      Size: '12 pixels, always',
      Opacity: '100% per dab, always',
      Spacing: 'Continuous',
      Grain: 'None',
      Colour: 'As chosen',
    })
  })

  it('the effects of pressure, speed and tilt are described', () => {
    const description = descriptionOf({
      tip: { shape: 'flat', ratio: 0.2, angle: 45, hardness: 0.2 },
      spacing: 1.5,
      scatter: 0.5,
      size: { base: 40, pressure: 0.9, speed: -0.2 },
      opacity: { base: 0.5, tilt: 0.5 },
      grain: { scale: 10, depth: 0.4 },
      jitter: { hue: 8, saturation: 0, lightness: 0.1 },
    })
    expect(description).toEqual({
      Tip: 'Flat, soft edge, 20% as wide as it is long, held at 45°',
      Size: '40 pixels, much thinner with light pressure, slightly thinner with fast strokes',
      Opacity: '50% per dab, lighter as the pen is held upright',
      Spacing: 'Dabs apart, widely scattered',
      Grain: '40%, coarse grain',
      Colour: 'Varies: hue by 8°, lightness by 10%',
    })
  })
})

describe('the category in the hash of the address [1 §2]', () => {
  it.each([
    ['', ''],
    ['#ink', 'ink'],
    ['#drawing/pencils', 'drawing/pencils'],
    ['#/drawing/pencils/', 'drawing/pencils'],
    ['#../up', ''],
    ['#A b', ''],
  ])('the hash %j selects the category %j', (hash, path) => expect(categoryInHash(hash)).toBe(path))
})

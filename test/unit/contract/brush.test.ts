import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDynamics, type BrushFile, brushFile } from '../../../contract/brush.ts'
import { colourOf } from '../../../dev/seed/brushes/colour.ts'
import { CATEGORIES, readCategory } from '../../../dev/seed/brushes/library.ts'
import { renderStroke } from '../../../dev/seed/brushes/render-stroke.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const influence = fc.double({ min: -1, max: 1, noNaN: true })
const hand = fc.record({ pressure: share, speed: share, tilt: share })
const value = fc.record({ base: share, pressure: influence, speed: influence, tilt: influence })

const LIBRARY = (await Promise.all(CATEGORIES.map(readCategory))).flat()
const least = {
  ...{ format: 'croquis-brush', version: 1, title: 'Plain', tip: { shape: 'round' }, spacing: 0.1 },
  ...{ size: { base: 8 }, opacity: { base: 1 } },
}

describe('brush values by pressure, speed and tilt', () => {
  it('a value is between zero and its base', () => {
    fc.assert(
      fc.property(value, hand, (value, hand) => {
        const under = applyDynamics(value, hand)
        expect(under).toBeGreaterThanOrEqual(0)
        expect(under).toBeLessThanOrEqual(value.base)
      }),
    )
  })

  it('a value that pressure increases does not fall under more pressure', () => {
    fc.assert(
      fc.property(value, hand, share, (value, hand, more) => {
        const kind = { ...value, pressure: Math.abs(value.pressure) }
        const pressed = { ...hand, pressure: Math.max(hand.pressure, more) }
        expect(applyDynamics(kind, pressed)).toBeGreaterThanOrEqual(applyDynamics(kind, hand))
      }),
    )
  })
})

describe('brush files', () => {
  it.each(['title', 'tip', 'spacing', 'size', 'opacity'])('a brush file without %s is refused', (field) => {
    expect(brushFile.safeParse({ ...least, [field]: undefined }).success).toBe(false)
  })

  it('optional fields of a brush file have neutral defaults', () => {
    const neutral = { scatter: 0, grain: { depth: 0 }, size: { base: 8, pressure: 0, speed: 0, tilt: 0 } }
    expect(brushFile.parse(least)).toMatchObject(neutral)
  })

  it('an unknown field of a brush file is ignored', () => {
    expect(brushFile.parse({ ...least, invented: true })).not.toHaveProperty('invented')
  })

  it.each([
    ['another format', { format: 'brush' }],
    ['a later version', { version: 2 }],
    ['an empty title', { title: ' ' }],
    ['an unknown tip', { tip: { shape: 'star' } }],
    ['a spacing of zero', { spacing: 0 }],
    ['an opacity above one', { opacity: { base: 1.1 } }],
    ['an influence above one', { size: { base: 8, pressure: 2 } }],
  ])('a brush file with %s is refused', (_name, fields) => {
    expect(brushFile.safeParse({ ...least, ...fields }).success).toBe(false)
  })
})

describe('the brush library of the seed', () => {
  const strokeOf = (brush: BrushFile) => renderStroke(brush, colourOf('#223344'), 96, 48).data

  it('the library has dozens of brushes', () => {
    expect(LIBRARY.length).toBeGreaterThanOrEqual(36)
  })

  it('the titles of the brushes are distinct', () => {
    expect(new Set(LIBRARY.map(({ title }) => title)).size).toBe(LIBRARY.length)
  })

  it.each(CATEGORIES)('the category %s has several brushes', async (category) => {
    expect((await readCategory(category)).length).toBeGreaterThan(3)
  })

  it('each brush draws a stroke of its own', () => {
    const blank = renderStroke({ ...brushOf(0), opacity: { ...brushOf(0).opacity, base: 0 } }, [0, 0, 0], 96, 48).data
    const strokes = [blank, ...LIBRARY.map(strokeOf)].map((data) => data.join())
    expect(new Set(strokes).size).toBe(LIBRARY.length + 1)
  })

  it('a brush draws the same stroke each time', () => {
    const [first] = [strokeOf(brushOf(3)), strokeOf(brushOf(4))]
    expect(strokeOf(brushOf(3))).toEqual(first)
  })
})

function brushOf(index: number) {
  const brush = LIBRARY[index]
  if (!brush) throw new Error('there is no such brush')
  return brush
}

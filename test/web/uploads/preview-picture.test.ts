import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isImageSize } from '../../../contract/image-sizes.ts'
import { previewPicture } from '../../../web/features/uploads/preview-picture.ts'

describe('the preview of a form', () => {
  const BOX = { height: 320, wide: 240, wideFrom: 768 }
  const sides = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })

  it('the widest file covers the box at each density, as far as the picture has pixels', () => {
    fc.assert(
      fc.property(sides, fc.constantFrom(1, 1.5, 2, 3), (picture, density) => {
        const { srcSet } = previewPicture({ imageUrl: '/image/a', ...picture }, BOX)
        const widths = [...srcSet.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
        const shown = Math.min(BOX.wide, (BOX.height * picture.width) / picture.height)
        expect(Math.max(...widths)).toBeGreaterThanOrEqual(Math.min(picture.width, Math.floor(shown * density)))
        expect(widths.every(isImageSize)).toBe(true)
      }),
    )
  })

  it('a narrow picture is as wide as its height allows', () => {
    const { sizes } = previewPicture({ imageUrl: '/image/a', width: 300, height: 900 }, BOX)
    expect(sizes).toBe('(min-width: 768px) 107px, min(100vw - 32px, 107px)')
  })
})

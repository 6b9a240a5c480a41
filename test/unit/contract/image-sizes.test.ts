import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMAGE_SIZES, imageAddress, imageSrcSet, isImageSize, snapImageSize } from '../../../contract/image-sizes.ts'

const served = Array.from({ length: 3000 }, (_, width) => width).filter(isImageSize)

describe('image sizes [1 §9]', () => {
  it('the sizes are those of the specification and their doubles', () => {
    expect(IMAGE_SIZES).toEqual([25, 50, 75, 100, 150, 175, 200, 250, 300, 350, 400, 500, 600, 700, 768, 800, 1024])
    expect(served).toEqual([...new Set(IMAGE_SIZES.flatMap((size) => [size, 2 * size]))].sort((a, b) => a - b))
  })

  it('a width snaps to the smallest sufficient size, stretched by at most 8 %, or to the largest', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 5000, noNaN: true }), (width) => {
        const snapped = snapImageSize(width)
        expect(isImageSize(snapped)).toBe(true)
        expect(served.filter((size) => size * 1.08 >= width && size < snapped)).toEqual([])
        expect(snapped * 1.08 >= width || snapped === 2048).toBe(true)
      }),
    )
  })

  it('addresses use snapped sizes, doubled for dense screens', () => {
    expect(imageAddress('/image/abc', 190)).toBe('/image/abc/200')
    expect(imageAddress('/image/abc', 614)).toBe('/image/abc/600')
    expect(imageSrcSet('/image/abc', 190)).toBe('/image/abc/200 1x, /image/abc/400 2x')
    expect(imageSrcSet('/image/abc', 5000)).toBe('/image/abc/2048 1x, /image/abc/2048 2x')
  })
})

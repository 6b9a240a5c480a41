import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardPicture,
  containPicture,
  coverPicture,
  IMAGE_SIZES,
  isImageSize,
  justifiedPicture,
  snapImageSize,
  thumbnailPicture,
  widthToCover,
  zoomImageSize,
} from '../../../contract/image-sizes.ts'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'

const allServed = Array.from({ length: 5000 }, (_, width) => width).filter(isImageSize)
/** Without the width of whole pictures. */
const served = allServed.slice(0, -1)

describe('image sizes [1 §9]', () => {
  it('the sizes are those of the specification', () => {
    expect(IMAGE_SIZES).toEqual([25, 50, 75, 100, 150, 175, 200, 250, 300, 350, 400, 500, 600, 700, 768, 800, 1024])
  })

  it('a picture is served in each size and its double', () => {
    expect(served).toEqual([...new Set(IMAGE_SIZES.flatMap((size) => [size, 2 * size]))].sort((a, b) => a - b))
  })

  it('the largest picture served is the whole picture', () => {
    expect(allServed.at(-1)).toBe(UPLOAD_MAX_SIDE)
  })

  it('a zoomed picture is requested whole from 2,048 pixels on', () => {
    expect([1500, 2048, 2049, 9000].map(zoomImageSize)).toEqual([1536, 2048, 4000, 4000])
  })

  it('a width snaps to the smallest size that covers it, or to 2,048', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 5000, noNaN: true }), (width) => {
        expect(snapImageSize(width)).toBe(served.find((size) => size >= width) ?? 2048)
      }),
    )
  })
})

describe('the file for a box', () => {
  const side = fc.integer({ min: 1, max: 4000 })
  const picture = fc.record({ imageUrl: fc.constant('/image/abc'), width: side, height: side })
  const boxSide = fc.integer({ min: 16, max: 600 })
  const box = fc.record({ width: boxSide, height: boxSide })
  const density = fc.constantFrom(1, 1.25, 1.5, 2, 3)

  /** A picture, its width for a box on a screen, and the part of the box that it covers in its worse direction. */
  const fitted = fc.tuple(picture, box, density).map(([picture, box, density]) => {
    const width = widthToCover(picture, box, density)
    const height = (width * picture.height) / picture.width
    return { picture, width, cover: Math.min(width / (box.width * density), height / (box.height * density)) }
  })

  it('a picture covers its box on this screen in both directions, unless its own pixels do not suffice', () => {
    fc.assert(
      fc.property(fitted, ({ picture, width, cover }) => {
        expect(cover >= 1 - 1e-9 || width === picture.width).toBe(true)
      }),
    )
  })

  it('a picture is no wider than its box needs', () => {
    fc.assert(
      fc.property(fitted, ({ cover }) => {
        expect(cover).toBeLessThan(1 + 1e-6)
      }),
    )
  })

  it('a picture is no wider than its own pixels', () => {
    fc.assert(
      fc.property(fitted, ({ picture, width }) => {
        expect(width).toBeLessThanOrEqual(picture.width)
      }),
    )
  })

  it.each([1, 1.5, 2, 3])('a browser with density %d finds the smallest file that covers the box', (density) => {
    fc.assert(
      fc.property(picture, box, (picture, box) => {
        const { srcSet } = coverPicture(picture, box)
        expect(chosenFrom(srcSet, density)).toBe(snapImageSize(widthToCover(picture, box, density)))
      }),
    )
  })

  it('a picture of unknown shape covers a square up to a ratio of 16:9', () => {
    expect(thumbnailPicture('/image/abc', 48)).toEqual({
      src: '/image/abc/100',
      srcSet: '/image/abc/100 1x, /image/abc/150 1.5x, /image/abc/175 2x, /image/abc/300 3x',
    })
  })

  it('a wider picture asks for a file that is as high as the square', () => {
    expect(thumbnailPicture('/image/abc', 48, 4).src).toBe('/image/abc/200')
  })

  it('an upright picture asks for the same file as a picture of unknown shape', () => {
    expect(thumbnailPicture('/image/abc', 48, 0.5)).toEqual(thumbnailPicture('/image/abc', 48))
  })

  it('a whole picture asks for no more than the part of the box that it fills', () => {
    const upright = { imageUrl: '/image/abc', width: 600, height: 1200 }
    expect(containPicture(upright, { width: 320, height: 320 }).src).toBe('/image/abc/175')
  })
})

/** Width of the file that browsers choose: the nearest density, by ratio, from the next above the screen's. */
function chosenFrom(srcSet: string, density: number): number {
  const offered = srcSet.split(', ').map((candidate) => {
    const [, width, at] = /\/(\d+) ([\d.]+)x$/.exec(candidate) ?? []
    return { width: Number(width), density: Number(at) }
  })
  const next = offered.findIndex((candidate) => candidate.density >= density)
  const [above, below] = [offered[next], offered[next - 1]]
  if (!above) return offered.at(-1)?.width ?? 0
  const isBelowNearer = below !== undefined && density < Math.sqrt(below.density * above.density)
  return (isBelowNearer ? below : above).width
}

describe('the first markup', () => {
  it('a picture in a justified row offers files for stretched rows of both heights on plain and dense screens', () => {
    expect(justifiedPicture('/image/abc', 1.5)).toEqual({
      src: '/image/abc/400',
      srcSet:
        '/image/abc/250 250w, /image/abc/400 400w, /image/abc/500 500w, /image/abc/700 700w, /image/abc/768 768w, /image/abc/1200 1200w',
      sizes: '(min-width: 640px) 360px, 230px',
    })
  })

  it('a picture of a square card offers files for two cards in a row of a phone and for wider windows', () => {
    expect(cardPicture({ imageUrl: '/image/abc', width: 1200, height: 800 })).toEqual({
      src: '/image/abc/400',
      srcSet:
        '/image/abc/300 300w, /image/abc/400 400w, /image/abc/600 600w, /image/abc/768 768w, /image/abc/1000 1000w, /image/abc/1200 1200w',
      sizes: '(min-width: 480px) 375px, 71vw',
    })
  })

  it('a picture of a square card offers no file wider than the picture', () => {
    expect(cardPicture({ imageUrl: '/image/abc', width: 200, height: 400 }).srcSet).toBe(
      '/image/abc/175 175w, /image/abc/200 200w',
    )
  })
})

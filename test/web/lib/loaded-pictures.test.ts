import { describe, expect, it } from 'vitest'
import { isLoaded, recordLoaded, sharpAddress, softAddress } from '../../../web/lib/loaded-pictures.ts'

let count = 0
const freshPicture = () => ({ imageUrl: `/image/${(count++).toString(16).padStart(40, '0')}` })

describe('the address of a picture for a box', () => {
  it('the smallest sufficient file is requested', () => {
    const picture = freshPicture()
    expect(sharpAddress(picture, 301)).toBe(`${picture.imageUrl}/350`)
  })

  it('no file is shown before one has loaded', () => {
    expect(softAddress(freshPicture(), 301)).toBeUndefined()
  })

  it('a sufficient loaded file is used again for boxes down to half its width', () => {
    const picture = freshPicture()
    recordLoaded(`http://localhost${picture.imageUrl}/500`)
    expect(sharpAddress(picture, 300)).toBe(`${picture.imageUrl}/500`)
    expect(sharpAddress(picture, 249)).toBe(`${picture.imageUrl}/250`)
    expect(sharpAddress(picture, 501)).toBe(`${picture.imageUrl}/600`)
  })

  describe('a picture with three loaded files', () => {
    const picture = freshPicture()
    for (const width of [100, 400, 200]) recordLoaded(`${picture.imageUrl}/${width}`)

    it('the widest narrower file is shown until a sharper one has loaded', () => {
      expect(softAddress(picture, 500)).toBe(`${picture.imageUrl}/400`)
      expect(softAddress(picture, 300)).toBe(`${picture.imageUrl}/200`)
      expect(softAddress(picture, 50)).toBeUndefined()
    })

    it('the smallest sufficient loaded file is used again', () => {
      expect(sharpAddress(picture, 150)).toBe(`${picture.imageUrl}/200`)
    })

    it('only recorded files count as loaded', () => {
      expect([isLoaded(`${picture.imageUrl}/400`), isLoaded(`${picture.imageUrl}/500`)]).toEqual([true, false])
    })
  })

  it('addresses of other files are ignored', () => {
    for (const address of ['', 'blob:x', '/shared/brush/1', '/image/xyz/100']) {
      expect(() => recordLoaded(address)).not.toThrow()
    }
  })
})

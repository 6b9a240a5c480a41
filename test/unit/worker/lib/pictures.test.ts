import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { jpegOrientation } from '../../../../worker/lib/jpeg.ts'
import { uprightTransform } from '../../../../worker/lib/pictures.ts'
import { withExif } from '../../../support/worker/exif.ts'
import { pictures } from '../../../support/worker/pictures.ts'

describe('the orientation passed to Images', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo is shown upright: orientation %i', async (orientation) => {
    const photo = withExif(pictures.jpeg, { orientation })
    const upright = await sharp(photo).autoOrient().raw().toBuffer()
    const { flip, rotate } = uprightTransform(jpegOrientation(photo))
    // Applies mirroring before rotation, as Images does.
    const transformed = sharp(photo)
      .flop(flip === 'h')
      .flip(flip === 'v')
      .rotate(rotate ?? 0)
    expect(await transformed.raw().toBuffer()).toEqual(upright)
  })
})

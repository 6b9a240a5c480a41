import { IMAGE_SIZES } from '../../contract/image-sizes.ts'

/** A picture as those who are elsewhere are told of it, who know no made widths. */
export type SharedPicture = { address: string; width: number; height: number }

type Sides = { width: number; height: number }

/** The largest made picture that is no larger than `most`, or the smallest there is. None is larger than its original. */
export function pictureWithin(
  { imageUrl, width, height }: Sides & { imageUrl: string },
  most: Sides = { width: 1024, height: Number.POSITIVE_INFINITY },
): SharedPicture {
  const sidesAt = (made: number): Sides => {
    const shown = Math.min(made, width)
    return { width: shown, height: Math.max(1, Math.round((height * shown) / width)) }
  }
  const fits = (made: number) => sidesAt(made).width <= most.width && sidesAt(made).height <= most.height
  const made = IMAGE_SIZES.findLast(fits) ?? IMAGE_SIZES[0]
  return { address: `${imageUrl}/${made}`, ...sidesAt(made) }
}

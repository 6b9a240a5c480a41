import { IMAGE_SIZES } from '../../contract/image-sizes.ts'

/** A picture for other sites, which do not know the fixed widths. */
export type SharedPicture = { address: string; width: number; height: number }

type Size = { width: number; height: number }

/** Chooses the largest derived picture within bounds, or else the smallest. None is larger than its original. */
export function pictureWithin(
  { imageUrl, ...original }: Size & { imageUrl: string },
  bounds: Size = { width: 1024, height: Number.POSITIVE_INFINITY },
): SharedPicture {
  const sizeOf = (imageSize: number): Size => {
    const width = Math.min(imageSize, original.width)
    return { width, height: Math.max(1, Math.round((original.height * width) / original.width)) }
  }
  const fits = (imageSize: number) =>
    sizeOf(imageSize).width <= bounds.width && sizeOf(imageSize).height <= bounds.height
  const chosen = IMAGE_SIZES.findLast(fits) ?? IMAGE_SIZES[0]
  return { address: `${imageUrl}/${chosen}`, ...sizeOf(chosen) }
}

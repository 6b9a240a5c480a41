import { IMAGE_SIZES } from '../../contract/image-sizes.ts'

export const ORIGINALS = 'originals/'
export const DERIVED = 'derived/'

const FORMATS = ['webp', 'avif'] as const
/** What pictures are made as. */
export type PictureFormat = (typeof FORMATS)[number]

/** A list shows many pictures of up to this width, and needs their bytes few. */
const AVIF_MAX_WIDTH = 500

/** What a picture of this width is made as. A larger AVIF takes longer to make than its fewer bytes save on the way. */
export function pictureFormat(width: number, takesAvif: boolean): PictureFormat {
  return takesAvif && width <= AVIF_MAX_WIDTH ? 'avif' : 'webp'
}

const MADE_WIDTHS = [...new Set(IMAGE_SIZES.flatMap((size) => [size, 2 * size]))]

/** Where the picture that was uploaded under this name lies. Never public. */
export function originalKey(name: string): string {
  return ORIGINALS + name
}

/**
 * Where a made width of an original is kept, by the angle that its artist turned it to and what is drawn over it as well,
 * which `mark` names.
 */
export function derivedKey(
  fileKey: string,
  { width, format, angle = 0, mark = '' }: { width: number; format: PictureFormat; angle?: number; mark?: string },
): string {
  const ways = [width, ...(angle === 0 ? [] : [angle]), ...(mark ? [mark] : [])]
  return `${derivedPrefix(nameOf(fileKey))}${ways.join('-')}.${format}`
}

/** Where all that is made of the original of this name is kept. */
export function derivedPrefix(name: string): string {
  return `${DERIVED}${name}/`
}

/** The name of an original, which is what `originalKey` was given. */
export function nameOf(fileKey: string): string {
  return fileKey.slice(ORIGINALS.length)
}

/** R2 removes so many keys in one call at most. */
export const KEYS_AT_ONCE = 1000

/** Removes an original and all that was made of it, turned to any angle. */
export async function removePicture(files: R2Bucket, fileKey: string): Promise<void> {
  await removeOriginals(files, [fileKey])
}

/** Removes originals, and what was made of them afterwards, as `removePictures` does, at whichever angle it was made. */
export async function removeOriginals(files: R2Bucket, fileKeys: readonly string[]): Promise<void> {
  await removeKeys(files, fileKeys)
  const made = await Promise.all(fileKeys.map((key) => files.list({ prefix: derivedPrefix(nameOf(key)) })))
  await removeKeys(
    files,
    made.flatMap(({ objects }) => objects.map(({ key }) => key)),
  )
}

/**
 * Removes originals that nobody turned and all that was made of them; answers in how many calls. Originals go first:
 * whoever makes a picture at the same time looks for the original once more after it is kept. What fails here is found
 * by the sweep.
 */
export async function removePictures(files: R2Bucket, fileKeys: readonly string[]): Promise<number> {
  const made = fileKeys.flatMap((key) =>
    MADE_WIDTHS.flatMap((width) => FORMATS.map((format) => derivedKey(key, { width, format }))),
  )
  return (await removeKeys(files, fileKeys)) + (await removeKeys(files, made))
}

/** Removes keys, whether they are there or not; answers in how many calls. */
export async function removeKeys(files: R2Bucket, keys: readonly string[]): Promise<number> {
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) await files.delete(keys.slice(at, at + KEYS_AT_ONCE))
  return Math.ceil(keys.length / KEYS_AT_ONCE)
}

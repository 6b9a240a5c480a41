export const ORIGINALS = 'originals/'
export const DERIVED = 'derived/'

/** Where the picture that was uploaded under this name lies. Never public. */
export function originalKey(name: string): string {
  return ORIGINALS + name
}

/** Where a made width of an original is kept. */
export function derivedKey(fileKey: string, width: number, extension: string): string {
  return `${derivedPrefix(fileKey)}${width}.${extension}`
}

function derivedPrefix(fileKey: string): string {
  return `${DERIVED}${fileKey.slice(ORIGINALS.length)}/`
}

/** Removes an original and all that was made of it. What fails here is found by the sweep. */
export async function removePicture(files: R2Bucket, fileKey: string): Promise<void> {
  const made = await files.list({ prefix: derivedPrefix(fileKey) })
  await files.delete([fileKey, ...made.objects.map((object) => object.key)])
}

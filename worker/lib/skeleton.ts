import unhomoglyph from 'unhomoglyph'

/** Texts with equal skeletons look alike: similar letters of all scripts are one (Unicode TS 39). */
export function skeletonOf(text: string): string {
  const letters = text.normalize('NFKC').normalize('NFD')
  return unhomoglyph(letters).normalize('NFD').toLowerCase()
}

import { type SizedPicture, snapImageSize } from '../../contract/image-sizes.ts'

/** Widths of the loaded files of each picture, by its base address. */
const loadedWidths = new Map<string, Set<number>>()

/** Records that a file has loaded, or is loading with the page. */
export function recordLoaded(address: string): void {
  const [image, width] = parts(address)
  if (!image) return
  const widths = loadedWidths.get(image) ?? new Set()
  loadedWidths.set(image, widths.add(width))
}

/** Base address and width of a file; empty for other addresses. */
function parts(address: string): [image: string, width: number] {
  const [, image = '', width] = /(\/image\/[0-9a-f]+)\/(\d+)$/.exec(address) ?? []
  return [image, Number(width)]
}

/** True for a file that was recorded. */
export function isLoaded(address: string): boolean {
  const [image, width] = parts(address)
  return loadedWidths.get(image)?.has(width) ?? false
}

// The first paint requested pictures before the application started.
if (typeof document !== 'undefined') for (const { currentSrc } of document.images) recordLoaded(currentSrc)

/** Largest multiple of the needed width at which a loaded file is used in place of a smaller one. */
const REUSE_MAX = 2

/** Address of the smallest file that is at least `width` device pixels wide, or of a loaded one up to twice as wide. */
export function sharpAddress({ imageUrl }: Pick<SizedPicture, 'imageUrl'>, width: number): string {
  const loaded = [...(loadedWidths.get(imageUrl) ?? [])].sort((a, b) => a - b)
  const reused = loaded.find((candidate) => candidate >= width && candidate <= width * REUSE_MAX)
  return `${imageUrl}/${reused ?? snapImageSize(width)}`
}

/** Address of the widest loaded file that is narrower than `width`, shown until a sharper one has loaded. */
export function softAddress({ imageUrl }: Pick<SizedPicture, 'imageUrl'>, width: number): string | undefined {
  const narrower = [...(loadedWidths.get(imageUrl) ?? [])].filter((loaded) => loaded < width)
  return narrower.length > 0 ? `${imageUrl}/${Math.max(...narrower)}` : undefined
}

type PictureSource = { src: string; srcSet: string; sizes: string }

/** Loads the file that an `img` with these attributes would show. Resolves once it can be painted without a gap. */
export function loadAhead({ src, srcSet, sizes }: PictureSource): Promise<void> {
  return Object.assign(new Image(), { sizes, srcset: srcSet, src }).decode()
}

/**
 * What a patron's watermark is: a PNG of this size with the line in it, transparent around it, drawn by the page that
 * turns it on. It goes over the lower right of the pictures that are made of a sketch.
 */
export const WATERMARK = { width: 720, height: 40, bytesMax: 40_000 }

/** The line of a watermark [2 §2]. */
export function watermarkLine(name: string, year: number): string {
  return `Copyright (c) ${year} ${name}`
}

/** The base of a picture's address, to which a width is appended (contract/image-sizes.ts). */
export function imageBase(imageKey: string): string {
  return `/image/${imageKey}`
}

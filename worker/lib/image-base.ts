/** The base address of a picture; a width follows it (contract/image-sizes.ts). */
export function imageBase(imageKey: string): string {
  return `/image/${imageKey}`
}

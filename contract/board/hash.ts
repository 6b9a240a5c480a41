/** MurmurHash3 (32 bits) without its final mix. */
export function hashPixels(pixels: Int32Array): number {
  let hash = 0
  for (const pixel of pixels) {
    let word = Math.imul(pixel, 0xcc9e2d51)
    word = Math.imul((word << 15) | (word >>> 17), 0x1b873593)
    hash ^= word
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  return hash >>> 0
}

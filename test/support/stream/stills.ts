/** A black WebP of at least 28 bytes, an even number, and of any size in pixels. */
export function webpStill(bytes: number, { width, height } = { width: 64, height: 48 }): Uint8Array<ArrayBuffer> {
  const still = new Uint8Array(bytes)
  still.set(new TextEncoder().encode('RIFF....WEBPVP8L'))
  const view = new DataView(still.buffer)
  view.setUint32(4, bytes - 8, true)
  view.setUint32(16, bytes - 20, true)
  still[20] = 0x2f
  view.setUint32(21, (width - 1) | ((height - 1) << 14), true)
  // Five prefix codes, each with the one symbol 0.
  still.set([0x88, 0x88, 0x08], 25)
  return still
}

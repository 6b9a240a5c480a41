/** Eight tables for the slicing-by-8 method: table n has the CRC of each byte followed by n zero bytes. */
const TABLES = new Int32Array(8 * 256)
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  TABLES[byte] = value
}
for (let index = 256; index < TABLES.length; index++) {
  const shorter = entry(index - 256)
  TABLES[index] = entry(shorter & 0xff) ^ (shorter >>> 8)
}

function entry(index: number): number {
  return TABLES[index] as number
}

/** Computes the CRC-32 of PNG chunks and zips. `before` is the CRC of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const byte = (index: number) => bytes[index] as number
  let sum = ~before
  let at = 0
  for (; at + 8 <= bytes.length; at += 8) {
    const word = sum ^ (byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24))
    sum =
      entry(1792 + (word & 0xff)) ^
      entry(1536 + ((word >>> 8) & 0xff)) ^
      entry(1280 + ((word >>> 16) & 0xff)) ^
      entry(1024 + (word >>> 24)) ^
      entry(768 + byte(at + 4)) ^
      entry(512 + byte(at + 5)) ^
      entry(256 + byte(at + 6)) ^
      entry(byte(at + 7))
  }
  for (; at < bytes.length; at++) sum = entry((sum ^ byte(at)) & 0xff) ^ (sum >>> 8)
  return ~sum >>> 0
}

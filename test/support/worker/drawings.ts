import { decode, encode } from 'fast-png'

type Look = { width?: number; mirrored?: boolean; noise?: number }

/** A line drawing on white as PNG. The seed decides what is drawn; the same seed at another width is a resized copy. */
export function drawingPng(
  seed: number,
  { width = 400, mirrored = false, noise = 0 }: Look = {},
): Uint8Array<ArrayBuffer> {
  const height = Math.round(width * 0.8)
  const data = new Uint8Array(width * height * 4).fill(255)
  const random = randomFrom(seed)
  for (let line = 0; line < 9; line++) {
    const [x, y, radius, turn, wave] = [random(), random(), random(), random(), random()]
    for (let step = 0; step < 4000; step++) {
      const angle = (turn + step / 4000) * 2 * Math.PI
      const reach = (0.1 + 0.25 * radius) * (1 + 0.4 * Math.sin((2 + 5 * wave) * angle))
      const [across, down] = [0.25 + 0.5 * x + reach * Math.cos(angle), 0.25 + 0.5 * y + reach * Math.sin(angle)]
      dot(data, { width, height, across: mirrored ? 1 - across : across, down })
    }
  }
  if (noise > 0) for (let at = 0; at < data.length; at++) if (at % 4 < 3) data[at] = (data[at] ?? 0) - random() * noise
  return new Uint8Array(encode({ width, height, data, channels: 4 }))
}

/** A drawing turned by a quarter against the clock. */
export function turnedPng(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { width, height, data } = decode(png)
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + x)
      turned.set(data.subarray(from, from + 4), 4 * ((width - 1 - x) * height + y))
    }
  return new Uint8Array(encode({ width: height, height: width, data: turned, channels: 4 }))
}

/** A drawing as white on transparency, which can be seen on a black mat only. */
export function whiteOnTransparency(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { width, height, data } = decode(png)
  const white = Uint8Array.from({ length: data.length }, (_, at) => (at % 4 === 3 ? (data[at - 3] ?? 0) : 255))
  return new Uint8Array(encode({ width, height, data: white, channels: 4 }))
}

type Dot = { width: number; height: number; across: number; down: number }

function dot(data: Uint8Array, { width, height, across, down }: Dot): void {
  const size = Math.ceil(width / 130)
  for (let dy = 0; dy < size; dy++) {
    for (let dx = 0; dx < size; dx++) {
      const [x, y] = [Math.round(across * width) + dx, Math.round(down * height) + dy]
      if (x >= 0 && y >= 0 && x < width && y < height) data.set([30, 30, 40, 255], (y * width + x) * 4)
    }
  }
}

/** Numbers from 0 to 1, the same for each seed. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

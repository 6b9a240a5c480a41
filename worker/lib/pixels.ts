import { type DecodedPng, decode } from 'fast-png'

/** 8-bit RGBA, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array }

/** Decodes a PNG. @throws if the bytes are not a PNG. */
export function pixelsOf(png: Uint8Array): Pixels {
  const decoded = decode(png)
  const { width, height } = decoded
  return { width, height, data: decoded.palette ? fromPalette(decoded, decoded.palette) : fromChannels(decoded) }
}

function fromPalette({ data }: DecodedPng, palette: readonly number[][]): Uint8Array {
  const rgba = new Uint8Array(data.length * 4)
  for (let pixel = 0; pixel < data.length; pixel++) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = palette[data[pixel] ?? 0] ?? []
    rgba.set([red, green, blue, alpha], pixel * 4)
  }
  return rgba
}

function fromChannels({ data, channels, depth }: DecodedPng): Uint8Array {
  if (channels === 4 && data instanceof Uint8Array) return data
  const scale = depth === 16 ? 257 : 1
  const rgba = new Uint8Array((data.length / channels) * 4)
  const [green, blue] = channels > 2 ? [1, 2] : [0, 0]
  const alpha = channels % 2 === 0 ? channels - 1 : null
  for (let from = 0, to = 0; from < data.length; from += channels, to += 4) {
    rgba[to] = (data[from] ?? 0) / scale
    rgba[to + 1] = (data[from + green] ?? 0) / scale
    rgba[to + 2] = (data[from + blue] ?? 0) / scale
    rgba[to + 3] = alpha === null ? 255 : (data[from + alpha] ?? 0) / scale
  }
  return rgba
}

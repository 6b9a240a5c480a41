import { applyDynamics, type BrushFile, type PenInput } from '../../../contract/brush.ts'
import { hash, Rng } from '../drawings/random.ts'
import { type Colour, jitterColour } from './colour.ts'
import { coverage, grainAt } from './tip.ts'

/** RGB, three bytes per pixel. */
export type StrokePicture = { data: Uint8Array; width: number; height: number }

const PAPER: Colour = [246, 242, 234]
/** Larger brushes are scaled down to this fraction of the picture's height. */
const MAX_SIZE_RATIO = 0.22
const STEPS = 600

type PenState = { x: number; y: number; direction: number; input: PenInput }

/** Renders the preview of a brush: one curve with varying pressure, speed and tilt. Deterministic. */
export function renderStroke(brush: BrushFile, colour: Colour, width: number, height: number): StrokePicture {
  const pixels = blank(width, height)
  const scale = Math.min(1, (MAX_SIZE_RATIO * height) / brush.size.base)
  const rng = new Rng(hash(brush.title))
  let travelled = 0
  let last = penAt(0, width, height)
  for (let step = 1; step <= STEPS; step++) {
    const now = penAt(step / STEPS, width, height)
    travelled += Math.hypot(now.x - last.x, now.y - last.y)
    last = now
    const size = Math.max(0.6, applyDynamics(brush.size, now.input) * scale)
    if (travelled < brush.spacing * size) continue
    travelled = 0
    stamp(pixels, brush, colour, now, size, scale, rng)
  }
  return pixels
}

function blank(width: number, height: number): StrokePicture {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at++) data[at] = PAPER[at % 3] ?? 0
  return { data, width, height }
}

/** The pen after a part `t` of the stroke, from 0 to 1. */
function penAt(t: number, width: number, height: number): PenState {
  const wave = 2 * Math.PI * t
  const x = width * (0.1 + 0.8 * t)
  const y = height * (0.5 - 0.24 * Math.sin(wave * 1.1) * (1 - 0.25 * t))
  const rise = -height * 0.24 * 1.1 * 2 * Math.PI * Math.cos(wave * 1.1) * (1 - 0.25 * t)
  return {
    x,
    y,
    direction: Math.atan2(rise, width * 0.8),
    input: {
      pressure: Math.min(1, Math.sin(Math.PI * t) ** 0.8 + 0.04),
      speed: 0.5 - 0.5 * Math.cos(wave * 1.5),
      tilt: t ** 2,
    },
  }
}

function stamp(
  pixels: StrokePicture,
  brush: BrushFile,
  colour: Colour,
  { x, y, direction, input }: PenState,
  size: number,
  scale: number,
  rng: Rng,
): void {
  const { tip, scatter, jitter, grain } = brush
  const offset = rng.gauss() * scatter * size
  const [cx, cy] = [x - Math.sin(direction) * offset, y + Math.cos(direction) * offset]
  const turn = (tip.angle * Math.PI) / 180 + (tip.follows ? direction : 0)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const half = size / 2
  const opacity = applyDynamics(brush.opacity, input)
  const ink = jitterColour(colour, jitter, rng)
  const seed = tip.shape === 'bristle' ? hash(brush.title) : rng.int(0, 1e9)
  for (let py = Math.max(0, Math.floor(cy - half)); py <= Math.min(pixels.height - 1, cy + half); py++) {
    for (let px = Math.max(0, Math.floor(cx - half)); px <= Math.min(pixels.width - 1, cx + half); px++) {
      const [dx, dy] = [px - cx, py - cy]
      const along = (dx * cos + dy * sin) / half
      const across = (dy * cos - dx * sin) / (half * tip.ratio)
      const shown = coverage(tip, along, across, half, seed)
      if (shown <= 0) continue
      blend(pixels, px, py, ink, opacity * shown * grainAt(grain, scale, px, py))
    }
  }
}

function blend({ data, width }: StrokePicture, x: number, y: number, colour: Colour, alpha: number): void {
  const at = (y * width + x) * 3
  for (let channel = 0; channel < 3; channel++) {
    const under = data[at + channel] ?? 0
    data[at + channel] = Math.round(under + ((colour[channel] ?? 0) - under) * alpha)
  }
}

import { applyDynamics, type BrushFile, type PenInput } from '../../../contract/brush.ts'
import { hash, Rng } from '../drawings/random.ts'
import { type Colour, strayed } from './colour.ts'
import { coverage, grainAt } from './tip.ts'

/** Raw pixels, three bytes each. */
export type Pixels = { data: Uint8Array; width: number; height: number }

const PAPER: Colour = [246, 242, 234]
/** A brush that is larger than this share of the picture's height is drawn smaller, with all that goes with it. */
const LARGEST = 0.22
const STEPS = 600

type Moment = { x: number; y: number; direction: number; hand: PenInput }

/**
 * The stroke that shows a brush: one long curve on paper, on which the pen comes down, presses, hastens, leans and lifts.
 * The same brush gives the same pixels everywhere.
 */
export function renderStroke(brush: BrushFile, colour: Colour, width: number, height: number): Pixels {
  const pixels = blank(width, height)
  const scale = Math.min(1, (LARGEST * height) / brush.size.base)
  const rng = new Rng(hash(brush.title))
  let travelled = 0
  let last = momentAt(0, width, height)
  for (let step = 1; step <= STEPS; step++) {
    const now = momentAt(step / STEPS, width, height)
    travelled += Math.hypot(now.x - last.x, now.y - last.y)
    last = now
    const size = Math.max(0.6, applyDynamics(brush.size, now.hand) * scale)
    if (travelled < brush.spacing * size) continue
    travelled = 0
    stamp(pixels, brush, colour, now, size, scale, rng)
  }
  return pixels
}

function blank(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at++) data[at] = PAPER[at % 3] ?? 0
  return { data, width, height }
}

/** Where the pen is, and how it is held, at a moment from 0 to 1. */
function momentAt(t: number, width: number, height: number): Moment {
  const wave = 2 * Math.PI * t
  const x = width * (0.1 + 0.8 * t)
  const y = height * (0.5 - 0.24 * Math.sin(wave * 1.1) * (1 - 0.25 * t))
  const rise = -height * 0.24 * 1.1 * 2 * Math.PI * Math.cos(wave * 1.1) * (1 - 0.25 * t)
  return {
    x,
    y,
    direction: Math.atan2(rise, width * 0.8),
    hand: {
      pressure: Math.min(1, Math.sin(Math.PI * t) ** 0.8 + 0.04),
      speed: 0.5 - 0.5 * Math.cos(wave * 1.5),
      tilt: t ** 2,
    },
  }
}

function stamp(
  pixels: Pixels,
  brush: BrushFile,
  colour: Colour,
  { x, y, direction, hand }: Moment,
  size: number,
  scale: number,
  rng: Rng,
): void {
  const { tip, scatter, jitter, grain } = brush
  const away = rng.gauss() * scatter * size
  const [cx, cy] = [x - Math.sin(direction) * away, y + Math.cos(direction) * away]
  const turn = (tip.angle * Math.PI) / 180 + (tip.follows ? direction : 0)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const half = size / 2
  const opacity = applyDynamics(brush.opacity, hand)
  const ink = strayed(colour, jitter, rng)
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

function blend({ data, width }: Pixels, x: number, y: number, colour: Colour, alpha: number): void {
  const at = (y * width + x) * 3
  for (let part = 0; part < 3; part++) {
    const under = data[at + part] ?? 0
    data[at + part] = Math.round(under + ((colour[part] ?? 0) - under) * alpha)
  }
}

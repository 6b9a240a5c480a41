import { BOARD, PEN_SIZE } from '../../../../contract/limits.ts'
import { type DrawCommand, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import { Rng } from '../../../../dev/seed/drawings/random.ts'

/** Length of a segment in pixels, and its largest turn in radians. */
const STEP = { min: 4, max: 12 }
const TURN_MAX = 0.5

/**
 * Endless smooth strokes of 20 to 60 curves all over the board, each with a random colour and a pen width on a
 * logarithmic scale. Deterministic for a seed.
 */
export function* strokesOf(seed: number): Generator<DrawCommand, never> {
  const rng = new Rng(seed)
  for (;;) {
    yield { do: 'scr', colour: rng.int(0, 0xffffff) }
    yield { do: 'slw', width: penOf(rng) }
    yield* strokeOf(rng)
  }
}

function penOf(rng: Rng): number {
  const width = PEN_SIZE.min * (PEN_SIZE.max / PEN_SIZE.min) ** rng.next()
  return Math.round(width * SUBPIXELS)
}

function* strokeOf(rng: Rng): Iterable<DrawCommand> {
  let [x, y] = [rng.range(0, BOARD.width), rng.range(0, BOARD.height)]
  let [fromX, fromY] = [x, y]
  let direction = rng.range(0, 2 * Math.PI)
  for (let left = rng.int(20, 60); left > 0; left--) {
    direction += rng.range(-TURN_MAX, TURN_MAX)
    const step = rng.range(STEP.min, STEP.max)
    const nextX = within(x + Math.cos(direction) * step, BOARD.width)
    const nextY = within(y + Math.sin(direction) * step, BOARD.height)
    // The page draws the same curves: between midpoints, with the pointer positions as control points.
    const [toX, toY] = [(x + nextX) / 2, (y + nextY) / 2]
    yield { do: 'dqc', x: part(fromX), y: part(fromY), cx: part(x), cy: part(y), x2: part(toX), y2: part(toY) }
    ;[x, y, fromX, fromY] = [nextX, nextY, toX, toY]
  }
}

const within = (value: number, size: number) => Math.min(size, Math.max(0, value))
const part = (pixels: number) => Math.round(pixels * SUBPIXELS)

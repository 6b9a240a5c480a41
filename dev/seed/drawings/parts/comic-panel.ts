import { mix } from '../colour.ts'
import { along, type Bounds, curve, ellipse, ground, type Point, rect, ridge } from '../geometry.ts'
import { contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { type ComicPalette, comicFigure, face, type Hero } from './comic-figure.ts'

function bubble(
  rng: Rng,
  x: number,
  y: number,
  wide: number,
  tall: number,
  tail: Point,
  palette: ComicPalette,
  u: number,
): string {
  const form = ellipse(x, y, wide / 2, tall / 2, 0, 30)
  const pen = { width: 3 * u, colour: palette.ink, wobble: 0.8 }
  const prick: Point[] = [[x - wide * 0.08, y + tall * 0.44], tail, [x + wide * 0.08, y + tall * 0.42]]
  const lines: Point[][] = []
  for (let r = 0; r < 3; r++) {
    const half = wide * (r === 1 ? 0.36 : 0.26)
    for (let px = x - half; px < x + half - 14 * u; ) {
      const word = rng.range(16, 42) * u
      lines.push(
        curve(
          Array.from(
            { length: Math.round(word / (5 * u)) + 2 },
            (_, k): Point => [
              Math.min(px + k * 5 * u, x + half),
              y + (r - 1) * tall * 0.22 + (k % 2 ? -1 : 1) * rng.range(1.5, 5) * u,
            ],
          ),
        ),
      )
      px += word + 12 * u
    }
  }
  return (
    fill(form, '#fbf8f0') +
    contour(rng, form, pen) +
    fill(prick, '#fbf8f0') +
    stroke(rng, prick, pen) +
    strokes(rng, lines, { width: 2.4 * u, colour: palette.ink, wobble: 0.3 })
  )
}

function dots(box: Bounds, colour: string, gap: number): string {
  let d = ''
  for (let y = box.y, row = 0; y < box.y + box.h; y += gap, row++)
    for (let x = box.x + (row % 2) * gap * 0.5; x < box.x + box.w; x += gap)
      d += `M${x.toFixed(1)} ${y.toFixed(1)}m-${(gap * 0.24).toFixed(1)} 0a${(gap * 0.24).toFixed(1)} ${(gap * 0.24).toFixed(1)} 0 1 0 ${(gap * 0.48).toFixed(1)} 0a${(gap * 0.24).toFixed(1)} ${(gap * 0.24).toFixed(1)} 0 1 0-${(gap * 0.48).toFixed(1)} 0`
  return `<path fill="${colour}" fill-opacity=".55" d="${d}"/>`
}

export function panel(
  rng: Rng,
  kind: string,
  b: Bounds,
  hero: Hero,
  friend: Hero,
  palette: ComicPalette,
  u: number,
): string {
  const pen = { width: 3.2 * u, colour: palette.ink, wobble: 0.8 }
  const short = Math.min(b.w, b.h)
  const night = rng.chance(0.35)
  const look = rng.sign()
  let out = fill(
    rect(b.x, b.y, b.w, b.h),
    night ? mix(palette.ink, palette.spot, 0.2) : rng.chance(0.4) ? mix(palette.spot, palette.paper, 0.55) : '#faf6ec',
  )
  if (!night && rng.chance(0.5))
    out += dots({ x: b.x, y: b.y, w: b.w, h: b.h * rng.range(0.3, 1) }, palette.grey, 13 * u)
  if (kind === 'close' || kind === 'talk') {
    const two = kind === 'talk' && b.w > b.h * 0.8
    const s = short * (two ? 0.5 : 0.72)
    const y = b.y + b.h * 0.64
    const people: [Hero, number, number][] = two
      ? [
          [hero, b.x + b.w * 0.28, 1],
          [friend, b.x + b.w * 0.74, -1],
        ]
      : [[hero, b.x + b.w * 0.5, look]]
    for (const [who, x, dir] of people) {
      const shoulders = curve([
        [x - s * 0.62, b.y + b.h + 20],
        [x - s * 0.5, y + s * 0.5],
        [x, y + s * 0.38],
        [x + s * 0.5, y + s * 0.5],
        [x + s * 0.62, b.y + b.h + 20],
      ])
      out +=
        fill(shoulders, who.coat) + stroke(rng, shoulders, pen) + face(rng, who, x, y, s, dir, rng.int(0, 3), palette)
    }
    if (b.h > 170 * u) {
      const bw = Math.min(b.w * 0.62, 260 * u)
      out += bubble(
        rng,
        b.x + b.w * (two ? 0.4 : 0.5 - look * 0.12),
        b.y + b.h * 0.17,
        bw,
        Math.min(b.h * 0.26, 96 * u),
        [b.x + b.w * (two ? 0.32 : 0.5), b.y + b.h * 0.36],
        palette,
        u,
      )
    }
    return out
  }
  const floor = b.y + b.h * rng.range(0.76, 0.86)
  if (kind === 'hill') {
    const r = short * 0.13
    out += fill(
      ellipse(b.x + b.w * rng.range(0.2, 0.8), b.y + b.h * 0.26, r, r, 0, 28),
      night ? '#f3ead0' : palette.spot,
      1,
      true,
    )
    for (let i = 0; i < 2; i++) {
      const line = ridge(rng, b.w, floor - (1 - i) * b.h * 0.16, b.h * 0.1, 0.05, 2).map(
        ([x, y]): Point => [x + b.x, y],
      )
      out += fill(ground(line, b.y + b.h + 10), i ? palette.ink : mix(palette.ink, palette.grey, 0.55))
    }
    return (
      out +
      comicFigure(rng, { ...hero, coat: palette.spot }, b.x + b.w * 0.5, floor + 4 * u, short * 0.36, look, true, {
        ...palette,
        ink: night ? '#0f0f13' : palette.ink,
      })
    )
  }
  if (kind === 'city') {
    for (let x = b.x; x < b.x + b.w; ) {
      const [bw, bh] = [rng.range(36, 84) * u, b.h * rng.range(0.35, 0.8)]
      const block = rect(x, floor - bh, bw, bh)
      out +=
        fill(block, rng.chance(0.5) ? palette.ink : mix(palette.grey, palette.ink, night ? 0.5 : 0.1)) +
        contour(
          rng,
          block.flatMap((p, i): Point[] => [p, along(p, block[(i + 1) % 4] as Point, 0.5)]),
          pen,
        )
      for (let k = 0; k < 7; k++)
        if (rng.chance(0.6))
          out += fill(
            rect(x + bw * rng.range(0.12, 0.72), floor - bh * rng.range(0.2, 0.9), 8 * u, 11 * u),
            rng.chance(0.5) ? palette.spot : '#f6efdd',
          )
      x += bw
    }
  } else if (kind === 'room') {
    const win = rect(b.x + b.w * 0.56, b.y + b.h * 0.14, b.w * 0.3, b.h * 0.34)
    out +=
      fill(win, palette.spot, 0.8) +
      contour(
        rng,
        win.flatMap((p, i): Point[] => [p, along(p, win[(i + 1) % 4] as Point, 0.5)]),
        pen,
      ) +
      strokes(
        rng,
        [
          [
            [b.x + b.w * 0.71, b.y + b.h * 0.14],
            [b.x + b.w * 0.71, b.y + b.h * 0.48],
          ],
        ],
        pen,
      )
    out += hatch(rng, rect(b.x, b.y, b.w * 0.22, b.h), 1.2, 9 * u, {
      width: 2 * u,
      colour: night ? palette.grey : palette.ink,
      opacity: 0.5,
    })
  } else {
    for (let i = 0; i < 5; i++) {
      const x = b.x + b.w * rng.range(0, 1)
      const tall = b.h * rng.range(0.4, 0.7)
      out += strokes(
        rng,
        [
          [
            [x, floor + 4],
            [x + 4 * u, floor - tall],
          ],
          [
            [x + 2 * u, floor - tall * 0.5],
            [x + 30 * u, floor - tall * 0.9],
          ],
          [
            [x + 2 * u, floor - tall * 0.6],
            [x - 26 * u, floor - tall],
          ],
        ],
        { ...pen, width: 9 * u },
      )
    }
    out += strokes(
      rng,
      Array.from({ length: 26 }, (): Point[] => {
        const [x, y] = [b.x + rng.range(0, b.w), b.y + rng.range(0, b.h)]
        return [
          [x, y],
          [x - 7 * u, y + 32 * u],
        ]
      }),
      { ...pen, width: 2.2 * u, opacity: 0.6, colour: night ? palette.grey : palette.ink },
    )
  }
  out +=
    fill(rect(b.x, floor, b.w, b.y + b.h - floor), night ? palette.ink : palette.grey) +
    strokes(
      rng,
      [
        [
          [b.x, floor],
          [b.x + b.w, floor],
        ],
      ],
      pen,
    )
  out += comicFigure(
    rng,
    hero,
    b.x + b.w * rng.range(0.3, 0.55),
    floor + (b.y + b.h - floor) * 0.4,
    Math.min(b.h * 0.62, b.w * 0.9),
    look,
    kind !== 'room',
    palette,
  )
  return b.h > 260 * u && rng.chance(0.4)
    ? out +
        bubble(
          rng,
          b.x + b.w * 0.5,
          b.y + b.h * 0.13,
          Math.min(b.w * 0.6, 230 * u),
          Math.min(b.h * 0.18, 84 * u),
          [b.x + b.w * 0.45, b.y + b.h * 0.32],
          palette,
          u,
        )
    : out
}

import { shade } from '../colour.ts'
import { along, type Point } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { furnish, ROOMS } from '../parts/furniture.ts'
import { roomPerspective } from '../parts/perspective.ts'
import { contour, fill, hatch, ruled, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { wash } from '../wash.ts'
import { pickCaption } from '../words.ts'

export function room(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['landscape', 'landscape', 'square', 'portrait'])
  const tones = rng.pick(ROOMS)
  const ink = rng.pick(['#2a2725', '#2b2f36', '#3a2e27'])
  const line = rng.range(2.8, 3.8) * u
  const pen = { width: line, colour: ink, wobble: line * 0.5 }
  const vx = w * rng.range(0.34, 0.66)
  const vy = h * rng.range(0.38, 0.5)
  const depth = rng.range(1.1, 1.9)
  const perspective = roomPerspective(rng, { w, h, u, vx, vy, depth, pen })
  const { at, quad, outline } = perspective
  let out = paper(rng, w, h, '#efe9dd')
  const back = quad([-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1])
  const left = quad([-1, -1, 0], [-1, -1, 1], [-1, 1, 1], [-1, 1, 0])
  const right = quad([1, -1, 0], [1, -1, 1], [1, 1, 1], [1, 1, 0])
  const floor = quad([-1, 1, 0], [1, 1, 0], [1, 1, 1], [-1, 1, 1])
  const shadeLeft = rng.chance(0.5)
  out +=
    wash(rng, back, tones.wall, 0.9, 4) +
    wash(rng, left, shadeLeft ? tones.side : tones.wall, 0.85, 4) +
    wash(rng, right, shadeLeft ? tones.wall : tones.side, 0.85, 4) +
    wash(rng, floor, tones.floor, 0.9, 4)
  out += wash(rng, quad([-1, -1, 0], [1, -1, 0], [1, -1, 1], [-1, -1, 1]), shade(tones.wall, 0.06), 0.7, 4)
  out += hatch(rng, shadeLeft ? left : right, 1.5, 13 * u, { width: line * 0.5, colour: ink, opacity: 0.35 }, 0.1)
  const blue = { width: line * 0.5, colour: '#6f9dc0', opacity: 0.55, wobble: 0.5 }
  out += strokes(
    rng,
    [
      [at(-1, -0.4, 0), [vx, vy]],
      [at(1, -0.4, 0), [vx, vy]],
      [
        [0, vy],
        [w, vy],
      ],
    ],
    blue,
  )
  const boards = rng.int(7, 13)
  if (rng.chance(0.7))
    out += strokes(
      rng,
      Array.from({ length: boards }, (_, i): Point[] => {
        const x = -1 + (2 * (i + 0.5)) / boards
        return [at(x, 1, 0), at(x, 1, 0.5), at(x, 1, 1)]
      }),
      { ...pen, width: line * 0.6, opacity: 0.7 },
    )
  else
    for (let i = 0; i < 6; i++)
      for (let k = 0; k < 8; k++)
        if ((i + k) % 2)
          out += fill(
            quad(
              [-1 + k / 4, 1, i / 6],
              [-1 + (k + 1) / 4, 1, i / 6],
              [-1 + (k + 1) / 4, 1, (i + 1) / 6],
              [-1 + k / 4, 1, (i + 1) / 6],
            ),
            shade(tones.floor, -0.1),
            0.5,
          )
  out += outline(back, 10)
  for (const [x, y] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const)
    out += ruled(rng, at(x, y, 0), at(x, y, 1), pen, 0)
  const night = tones.wall === '#566475' || rng.chance(0.2)
  const glass = night ? '#33456a' : tones.light
  const panes = rng.int(1, 3)
  const wx0 = rng.range(-0.6, -0.2)
  const wide = rng.range(0.9, 1.2)
  const onSide = rng.chance(0.4)
  for (let i = 0; i < panes; i++) {
    const a = wx0 + (wide * i) / panes
    const b = wx0 + (wide * (i + 0.86)) / panes
    const wall = shadeLeft ? 1 : -1
    const pane = onSide
      ? quad(
          [wall, -0.62, 0.2 + a * 0.3 + 0.18],
          [wall, -0.62, 0.2 + b * 0.3 + 0.18],
          [wall, 0.12, 0.2 + b * 0.3 + 0.18],
          [wall, 0.12, 0.2 + a * 0.3 + 0.18],
        )
      : quad([a, -0.6, 1], [b, -0.6, 1], [b, 0.14, 1], [a, 0.14, 1])
    out += fill(pane, glass, 0.85) + wash(rng, pane, glass, 0.9, 2) + outline(pane)
    const [p0, p1, p2, p3] = pane as [Point, Point, Point, Point]
    out += strokes(
      rng,
      [
        [along(p0, p1, 0.5), along(p3, p2, 0.5)],
        [along(p0, p3, 0.45), along(p1, p2, 0.45)],
      ],
      pen,
    )
    if (!night)
      out += fill(
        onSide
          ? quad(
              [wall * 0.8, 1, 0.2 + a * 0.3 + 0.16],
              [wall * 0.8, 1, 0.2 + b * 0.3 + 0.16],
              [wall * 0.1, 1, 0.2 + b * 0.3 + 0.1],
              [wall * 0.1, 1, 0.2 + a * 0.3 + 0.1],
            )
          : quad([a - 0.1, 1, 0.86], [b - 0.1, 1, 0.86], [b - 0.3, 1, 0.4], [a - 0.3, 1, 0.4]),
        tones.light,
        0.5,
      )
  }
  const rug = rng.chance(0.5)
  if (rug) {
    const oval = Array.from(
      { length: 26 },
      (_, i): Point => at(Math.cos((i / 26) * 6.283) * 0.55, 1, 0.38 + Math.sin((i / 26) * 6.283) * 0.26),
    )
    out += fill(oval, tones.cool, 0.5, true) + wash(rng, oval, tones.cool, 0.85, 3) + contour(rng, oval, pen)
  }
  const things: string[] = []
  const side = rng.sign()
  const furniture = rng.shuffle(['bed', 'desk', 'shelf', 'sofa', 'chair', 'plant']).slice(0, rng.int(2, 4))
  out += furnish(rng, perspective, { w, h, u, line, pen, night, side, tones }, furniture, things)
  if (rng.chance(0.6)) {
    const wall = shadeLeft ? -1 : 1
    for (let i = 0; i < rng.int(1, 3); i++) {
      const z = 0.3 + i * 0.2
      const frame = quad([wall, -0.5, z], [wall, -0.5, z + 0.14], [wall, -0.1, z + 0.14], [wall, -0.1, z])
      out +=
        fill(frame, '#f3ecdd') +
        outline(frame, 2) +
        fill(
          frame.map((p) => along(p, at(wall, -0.3, z + 0.07), 0.3)),
          rng.pick([tones.accent, tones.cool, tones.light]),
          0.9,
        )
    }
  }
  const caption = pickCaption(rng, {
    medium: 'wash',
    titles: [
      'Room, one point',
      night ? 'Room at night, lamp on' : 'Afternoon room',
      'My first flat, from memory',
      'Perspective homework',
      `Interior ${rng.int(2, 22)}`,
      'Nobody home',
      'The good window',
      'Sublet',
      'Where I draw',
      'Hotel, second floor',
      'Blue lines meet behind the wall',
      'Zimmer mit Aussicht',
      'After moving out',
      things[0] ? `Room with ${things[0]}` : 'Room',
    ],
    notes: [
      'Vanishing point is somewhere behind the wall, trust me.',
      'Drew the floor first and regretted it.',
      'The light patch took no time and does all the work.',
      'Background practice for a comic.',
      'I miss this room a bit.',
    ],
    tags: ['interior', 'perspective'],
    extraTags: ['room', 'background', 'ink', 'watercolour', 'architecture', 'home'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Ink and wash drawing of a room in one-point perspective with ${things.join(', ')}${rug ? ', a round rug' : ''} and ${night ? 'a dark' : 'a bright'} window.`,
  }
}

import { mix, ramp, shade } from '../colour.ts'
import { at, ground, lerp, noise2, type Point, rect, ridge } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import type { Rng } from '../random.ts'
import { disc, flock, MOODS, paintSky, pine } from '../scenery.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

export function ridges(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['panorama', 'panorama', 'landscape', 'landscape', 'portrait', 'square', 'tower'])
  const mood = rng.pick(MOODS)
  const kind = rng.pick(['hills', 'mountains', 'mountains', 'dunes'])
  const lake = kind !== 'dunes' && rng.chance(0.4)
  const floor = lake ? h * rng.range(0.55, 0.68) : h
  const first = h * rng.range(0.3, 0.48)
  const layers = rng.int(3, 6)
  const horizonColour = at(mood.sky, mood.sky.length - 1)
  let out = paintSky(rng, mood.sky, {
    w,
    h: floor * 0.8,
    u,
    slant: rng.range(-0.2, 0.2),
    turbulence: rng.range(0.03, 0.1),
  })
  const sun = rng.chance(0.65)
  const sunX = w * rng.range(0.15, 0.85)
  if (sun) out += disc(rng, sunX, first * rng.range(0.5, 1.05), rng.range(26, 56) * u, mood.sun, horizonColour)
  const dune = ['#d9a877', '#7d3f36']
  for (let i = 0; i < layers; i++) {
    const t = layers === 1 ? 1 : i / (layers - 1)
    const y = lerp(first, floor * (lake ? 0.93 : 0.86), t ** 1.1)
    const tall =
      (kind === 'mountains' ? rng.range(90, 200) * (1 - t * 0.55) : rng.range(30, 90)) * u * (w > h * 2 ? 0.6 : 1)
    const line = ridge(
      rng,
      w,
      y,
      tall,
      kind === 'mountains' ? rng.range(0.5, 1) * (1 - t * 0.6) : 0.04,
      rng.range(1.6, 3.6) * (w > h * 2 ? 1.8 : 1),
    )
    const tone =
      kind === 'dunes'
        ? mix(ramp(dune, t), mood.glow, 0.25 * (1 - t))
        : mix(mix(mood.far, horizonColour, 0.45), mood.near, t ** 1.15)
    const slope = noise2(rng)
    out += paint(rng, ground(line, floor + 12), {
      colour: (px, py) => {
        const facing = slope(px / (120 * u), py / (80 * u))
        const lit = facing > 0.18 ? 0.035 : facing < -0.3 ? -0.03 : 0
        return shade(
          mix(tone, mood.glow, Math.max(0, (py - y) / (h * 0.5)) * 0.24 * (1 - t)),
          lit * (sunX > px ? 1 : 0.6),
        )
      },
      flow: (px, py) =>
        kind === 'mountains'
          ? slope(px / (120 * u), py / (80 * u)) > 0
            ? 0.8
            : -0.8
          : slope(px / (260 * u), py / (120 * u)) * 0.7,
      size: lerp(48, 66, t) * u,
      layers: 1.35,
      toneJitter: 0.022,
    })
    if (kind === 'mountains' && i === 0 && rng.chance(0.55)) {
      let snow = ''
      for (const [px, py] of line)
        if (py < y - tall * 0.1)
          for (let k = 0; k < 3; k++)
            snow += dab(
              rng,
              px + rng.gauss() * 8 * u,
              py + rng.range(3, 26) * u,
              rng.chance(0.5) ? 0.8 : -0.9,
              rng.range(14, 34) * u,
              6 * u,
            )
      out += `<path fill="${mix('#f4f1ea', mood.glow, 0.35)}" fill-opacity=".85" d="${snow}"/>`
    }
  }
  if (lake) {
    const ripple = noise2(rng)
    out += paint(rng, rect(-10, floor, w + 20, h - floor + 10), {
      colour: (x, y) =>
        mix(
          ramp(
            [mood.near, mood.far, horizonColour, at(mood.sky, mood.sky.length - 2)],
            ((y - floor) / (h - floor)) * 1.1 + ripple(x / (140 * u), y / (16 * u)) * 0.12,
          ),
          mood.near,
          0.18,
        ),
      flow: 0,
      angleJitter: 0.08,
      size: 74 * u,
      aspect: 6,
      layers: 1.6,
      overflow: false,
    })
    if (sun) {
      let shine = ''
      for (let i = 0; i < 40; i++) {
        const v = rng.next()
        shine += dab(
          rng,
          sunX + rng.gauss() * (14 + v * 40) * u,
          floor + v * (h - floor),
          0,
          rng.range(16, 60) * u,
          (2 + v * 4) * u,
        )
      }
      out += `<path fill="${mood.sun}" fill-opacity=".6" d="${shine}"/>`
    }
  }
  const pines = kind === 'mountains' && rng.chance(0.6)
  if (pines) {
    const edge = lake ? floor + 4 * u : h + 10
    const side = rng.chance(0.5)
    const count = rng.int(10, 34)
    const spots = Array.from(
      { length: count },
      (): Point => [side ? w * rng.next() ** 2 : w * (1 - rng.next() ** 2), rng.range(0.5, 1)],
    )
    for (const [x, v] of spots.sort((a, b) => a[1] - b[1]))
      out += pine(
        rng,
        x,
        edge + v * (lake ? 10 : 20) * u,
        v * rng.range(90, lake ? 190 : 330) * u,
        shade(mood.near, -0.03 - 0.05 * v),
      )
  }
  const caravan = kind === 'dunes' && rng.chance(0.5)
  if (caravan) {
    const [bx, by] = [w * rng.range(0.25, 0.7), h * rng.range(0.72, 0.8)]
    let d = ''
    for (let i = 0; i < rng.int(3, 6); i++) {
      const x = bx + i * 30 * u
      d +=
        dab(rng, x, by - 8 * u, 1.57, 18 * u, 7 * u) +
        dab(rng, x, by - 20 * u, 0, 6 * u, 6 * u) +
        dab(rng, x + 22 * u, by + 4 * u, 0.15, 40 * u, 3 * u)
    }
    out += `<path fill="${mood.near}" d="${d}"/>`
  }
  if (rng.chance(0.35))
    out += flock(
      rng,
      w * rng.range(0.2, 0.8),
      first * rng.range(0.3, 0.8),
      rng.int(4, 11),
      90 * u,
      13 * u,
      mix(mood.near, horizonColour, 0.2),
    )
  const noun = kind === 'dunes' ? 'Dunes' : kind === 'hills' ? 'Hills' : 'Ridges'
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      `${noun}, ${mood.name}`,
      `${noun}, ${layers} layers`,
      lake ? 'The lake, from the jetty' : `${noun} from memory`,
      'Last light',
      `${mood.name.replace(/^./, (c) => c.toUpperCase())} study`,
      kind === 'dunes' ? 'Walking out' : 'From the night train',
      'Far, further',
      kind === 'dunes' ? 'Sand keeps moving' : 'Above the pass',
      'Eleven minutes of this light',
      'Valley, no houses',
      `Colour notes ${rng.int(2, 30)}`,
      lake ? 'Still water practice' : 'Weather coming',
      'Höhenweg',
      'Looking back once',
    ],
    notes: [
      'Practising atmospheric perspective: each layer gets a bit of sky.',
      'From the window seat.',
      'The sun was somewhere else entirely.',
      'Limited palette, four tubes.',
      'I wanted the feeling of being cold and not minding.',
      'Painted on my phone in the hut.',
    ],
    tags: ['landscape', kind],
    extraTags: ['painting', mood.name.replace(' ', '-'), 'atmosphere', 'sky', 'travel', lake ? 'lake' : 'light'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painted landscape ${mood.when}: ${layers} layers of ${kind}${lake ? ' above a still lake' : ''}${sun ? ', a pale sun' : ''}${pines ? ', pines in front' : ''}${caravan ? ', small figures walking' : ''}.`,
  }
}

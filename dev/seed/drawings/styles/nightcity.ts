import { mix, ramp, shade } from '../colour.ts'
import { noise2, type Point, rect } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { NIGHTS, towerBlock } from '../parts/tower.ts'
import { fill, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { disc, paintSky } from '../scenery.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

export function nightcity(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'landscape', 'square', 'panorama', 'tower'])
  const night = rng.pick(NIGHTS)
  const foreground = rng.pick(['river', 'river', 'roofs', 'street'] as const)
  const floor = foreground === 'river' ? h * rng.range(0.66, 0.8) : h
  const haze = night.sky[night.sky.length - 1] ?? '#445566'
  let out = paintSky(rng, night.sky, { w, h: floor * 0.86, u, slant: rng.range(-0.3, 0.3) })
  const rain = rng.chance(0.2)
  const moon = !rain && rng.chance(0.6)
  if (moon)
    out += disc(
      rng,
      w * rng.range(0.15, 0.85),
      h * rng.range(0.1, 0.3),
      rng.range(20, 44) * u,
      '#f5e8bf',
      night.sky[0] ?? '#10182f',
    )
  else if (!rain) {
    let stars = ''
    for (let i = 0; i < 60; i++)
      stars += dab(
        rng,
        rng.range(0, w),
        rng.next() ** 1.5 * floor * 0.55,
        0.7,
        rng.range(3, 8) * u,
        rng.range(2, 5) * u,
      )
    out += `<path fill="#f3ead0" fill-opacity=".7" d="${stars}"/>`
  }
  const glow = rng.range(0.3, 0.62)
  const scale = w > h * 2 ? 1.3 : 1
  for (let layer = 0; layer < 3; layer++) {
    const t = layer / 2
    const tone = mix(mix(night.far, haze, 0.4), night.near, t * 0.92)
    const wide = (40 + layer * 34) * u * scale
    const tall = floor * (0.62 - t * 0.18)
    const hill = noise2(rng)
    for (let x = -wide * rng.next(); x < w; ) {
      const bw = wide * rng.range(0.7, 1.5)
      const skyline = (hill(x / (w * 0.24), layer * 3.3) * 0.5 + 0.55) * tall
      out += towerBlock(
        rng,
        x,
        floor - Math.max(tall * 0.22, skyline * rng.range(0.7, 1.1)),
        bw,
        floor + 6,
        shade(tone, rng.range(-0.015, 0.015)),
        night,
        glow * (0.3 + t * 0.75),
        u * (0.75 + layer * 0.3) * scale,
      )
      x += bw * rng.range(0.9, 1.5 + (1 - t) * 0.3)
    }
  }
  if (foreground === 'river') {
    const ripple = noise2(rng)
    out += paint(rng, rect(-10, floor, w + 20, h - floor + 10), {
      colour: (x, y) =>
        mix(
          ramp(
            [night.near, night.far, haze],
            ((y - floor) / (h - floor)) * 0.8 + ripple(x / (90 * u), y / (14 * u)) * 0.12,
          ),
          night.near,
          0.3,
        ),
      flow: 0,
      angleJitter: 0.06,
      size: 60 * u,
      aspect: 6,
      layers: 1.5,
      toneJitter: 0.02,
    })
    for (const lamp of night.lamps) {
      let shine = ''
      for (let i = 0; i < 34; i++) {
        const x = rng.range(0, w)
        for (let k = 0; k < 5; k++)
          shine += dab(
            rng,
            x + rng.gauss() * 5 * u,
            floor + (h - floor) * rng.next() ** 1.4,
            0,
            rng.range(8, 24) * u,
            4 * u,
          )
      }
      out += `<path fill="${lamp}" fill-opacity=".42" d="${shine}"/>`
    }
  } else if (foreground === 'roofs') {
    const y = h * 0.9
    for (let x = -30 * u; x < w; ) {
      const bw = rng.range(120, 260) * u
      const top = y - rng.range(0, 80) * u
      out += paint(
        rng,
        [
          [x, top + 40 * u],
          [x + bw * 0.3, top],
          [x + bw, top + 6 * u],
          [x + bw + 10, h + 10],
          [x, h + 10],
        ],
        { colour: shade(night.near, 0.03), flow: 0.2, size: 50 * u, layers: 1.3, toneJitter: 0.02 },
      )
      out +=
        fill(rect(x + bw * 0.62, top - 34 * u, 22 * u, 44 * u), shade(night.near, -0.02)) +
        fill(rect(x + bw * 0.6, top - 40 * u, 28 * u, 8 * u), shade(night.near, 0.06))
      if (rng.chance(0.7))
        out += fill(rect(x + bw * 0.2, top + 60 * u, 26 * u, 34 * u), night.lamps[0] ?? '#f6d98a', 0.95)
      x += bw
    }
    if (rng.chance(0.6)) {
      const cat = w * rng.range(0.3, 0.7)
      out += `<path fill="${shade(night.near, -0.04)}" transform="translate(${cat.toFixed(0)} ${(y - 18 * u).toFixed(0)}) scale(${(u * 1.5).toFixed(2)})" d="M-18 0C-22-30-12-40-8-52L-12-68-3-60 5-60 13-68 10-52C18-40 24-18 20 0 34-4 40-18 34-32 42-34 52-4 24 6Z"/>`
    }
  } else {
    const vanishingPoint: Point = [w * rng.range(0.4, 0.6), h * 0.78]
    out += paint(
      rng,
      [
        [vanishingPoint[0] - 20 * u, vanishingPoint[1]],
        [vanishingPoint[0] + 20 * u, vanishingPoint[1]],
        [w * 0.98, h + 10],
        [w * 0.02, h + 10],
      ],
      {
        colour: (_, py) => ramp([haze, night.far, night.near], (py - vanishingPoint[1]) / (h - vanishingPoint[1])),
        flow: 0,
        size: 46 * u,
        aspect: 5,
        layers: 1.5,
      },
    )
    for (const k of [-1, 1]) {
      for (let i = 1; i < 6; i++) {
        const t = (i / 5) ** 2
        const [lx, ly, tall] = [
          vanishingPoint[0] + k * (20 * u + t * w * 0.46),
          vanishingPoint[1] + t * (h - vanishingPoint[1]),
          (18 + t * 210) * u,
        ]
        out += strokes(
          rng,
          [
            [
              [lx, ly],
              [lx, ly - tall],
              [lx - k * tall * 0.16, ly - tall * 1.04],
            ],
          ],
          { width: (2 + t * 7) * u, colour: shade(night.near, -0.03), taper: 0.2 },
        )
        const r = (5 + t * 14) * u
        out += `<circle cx="${(lx - k * tall * 0.18).toFixed(1)}" cy="${(ly - tall * 1.02).toFixed(1)}" r="${(r * 2.6).toFixed(1)}" fill="${night.lamps[0]}" fill-opacity=".22"/><circle cx="${(lx - k * tall * 0.18).toFixed(1)}" cy="${(ly - tall * 1.02).toFixed(1)}" r="${r.toFixed(1)}" fill="${night.lamps[2]}"/>`
      }
    }
  }
  if (rain)
    out += strokes(
      rng,
      Array.from({ length: 150 }, (): Point[] => {
        const [x, y, l] = [rng.range(0, w * 1.1), rng.range(-20, h), rng.range(24, 70) * u]
        return [
          [x, y],
          [x - l * 0.22, y + l],
        ]
      }),
      { width: 2 * u, colour: '#dfe6ea', opacity: 0.32, wobble: 0, press: 0 },
    )
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      'Night shift',
      'From the fire escape',
      rain ? 'Rain, eleven p.m.' : moon ? 'Moon over the offices' : 'Stars, for once',
      'City, lights on',
      foreground === 'river' ? 'Across the river' : foreground === 'roofs' ? 'Rooftops' : 'Last tram gone',
      'Somebody is always up',
      `Windows ${rng.int(2, 60)}`,
      'The view from room 614',
      'Four in the morning',
      'Everyone home',
      `Nocturne in ${night.name}`,
      'Insomnia, coloured in',
      'Großstadt',
      'Waiting for the lift',
    ],
    notes: [
      'I stopped counting the windows.',
      'My street, with a better street put in front of it.',
      'Dark to light, windows last.',
      'For the nocturne prompt.',
      'The trick is to leave most of the lights off.',
      'Painted with the room lights out, so the values surprised me this morning.',
    ],
    tags: ['city', 'night'],
    extraTags: ['nocturne', 'urban', 'lights', 'painting', foreground, rain ? 'rain' : 'skyline'],
  })
  const foregroundText = {
    river: 'lights reflected in a river below',
    roofs: 'dark rooftops in front',
    street: 'a street with lamps in front',
  }[foreground]
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painting of a city at night in ${night.name} tones with lit windows, ${foregroundText}${moon ? ', under a pale moon' : rain ? ', in the rain' : ''}.`,
  }
}

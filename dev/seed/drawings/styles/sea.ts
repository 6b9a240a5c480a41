import { mix, ramp, shade } from '../colour.ts'
import { at, ellipse, ground, noise2, rect, ridge } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { boat, LIGHTS, type Light } from '../parts/boat.ts'
import { fill, stroke } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption, several } from '../words.ts'

function town(rng: Rng, x: number, y: number, wide: number, u: number, light: Light): string {
  let out = ''
  const walls = ['#c98f6b', '#d9b98f', '#b56f58', '#e3d3b6', '#9a7f78'].map((c) => mix(c, light.hill, 0.4))
  const grow = rng.range(0.7, 1.8)
  for (let px = x; px < x + wide; ) {
    const bw = rng.range(18, 40) * u * grow
    const bh = rng.range(24, 76) * u * grow
    const wall = rng.pick(walls)
    out += paint(rng, rect(px, y - bh, bw, bh), { colour: wall, flow: 1.57, size: 20 * u, layers: 1.4 })
    if (rng.chance(0.6))
      out += fill(
        [
          [px - 2, y - bh],
          [px + bw / 2, y - bh - 13 * u * grow],
          [px + bw + 2, y - bh],
        ],
        shade(mix('#8c4a3c', light.hill, 0.35), 0),
      )
    for (let k = 0; k < 3; k++) {
      if (rng.chance(0.7))
        out += fill(
          rect(px + bw * rng.range(0.15, 0.7), y - bh * rng.range(0.3, 0.85), 3.6 * u * grow, 5.5 * u * grow),
          light.name === 'night' || light.name === 'dusk' ? '#f2d58a' : shade(wall, -0.2),
        )
    }
    px += bw * rng.range(0.85, 1.1)
  }
  return out
}

export function sea(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['landscape', 'landscape', 'landscape', 'square', 'portrait', 'panorama'])
  const light = rng.pick(LIGHTS)
  const horizon = h * rng.range(0.3, 0.56)
  const drift = noise2(rng)
  const skySlant = rng.range(-0.25, 0.25)
  let out = paint(rng, rect(-10, -10, w + 20, horizon + 14), {
    colour: (x, y) => ramp(light.sky, y / horizon + drift(x / (240 * u), y / (60 * u)) * 0.08),
    flow: (x, y) => skySlant + drift(x / (300 * u), y / (160 * u)) * 0.5,
    size: 74 * u,
    layers: 1.7,
    overflow: true,
  })
  const sun = light.sun && rng.chance(0.75) ? light.sun : null
  if (sun) {
    const [sx, sy, r] = [w * rng.range(0.15, 0.85), horizon * rng.range(0.25, 0.9), rng.range(20, 40) * u]
    out += paint(rng, ellipse(sx, sy, r * 1.5, r * 1.4), {
      colour: mix(sun, light.sky[2] ?? sun, 0.6),
      size: r,
      layers: 1.2,
      noCoat: true,
    })
    out += paint(rng, ellipse(sx, sy, r, r), { colour: sun, size: r * 0.8, layers: 2, toneJitter: 0.012 })
  }
  const puffs = rng.int(0, 4)
  for (let i = 0; i < puffs; i++) {
    const [cx, cy] = [rng.range(0, w), horizon * rng.range(0.1, 0.7)]
    const cloud = ellipse(cx, cy, rng.range(70, 190) * u, rng.range(10, 26) * u)
    out += paint(rng, cloud, {
      colour: (_, y) => mix(light.glow, light.sky[0] ?? light.glow, y > cy ? 0.35 : 0.05),
      size: 48 * u,
      layers: 1,
      noCoat: true,
      overflow: true,
    })
  }
  const land = rng.chance(0.8)
  if (land) {
    const far = ground(ridge(rng, w, horizon - 8 * u, rng.range(16, 60) * u, 0.1), horizon + 4 * u)
    out += paint(rng, far, {
      colour: mix(light.hill, light.sky[2] ?? light.hill, 0.35),
      size: 40 * u,
      flow: 0.1,
      layers: 1.3,
    })
  }
  const houses = land && rng.chance(0.55)
  if (houses) out += town(rng, w * rng.range(-0.05, 0.6), horizon + 3 * u, w * rng.range(0.25, 0.5), u, light)
  out += paint(rng, rect(-10, horizon, w + 20, h - horizon + 10), {
    colour: (x, y) => ramp(light.water, (y - horizon) / (h - horizon) + drift(x / (170 * u), y / (26 * u)) * 0.11),
    flow: (x, y) => drift(x / (220 * u), y / (90 * u)) * 0.16,
    size: 66 * u,
    aspect: 5,
    angleJitter: 0.1,
    layers: 1.7,
    overflow: false,
  })
  let glints = ''
  const path = w * rng.range(0.2, 0.8)
  for (let i = 0; i < 90; i++) {
    const v = rng.next() ** 1.5
    glints += dab(
      rng,
      path + rng.gauss() * w * (0.08 + v * 0.3),
      horizon + (h - horizon) * (0.02 + v * 0.95),
      0,
      (12 + v * 46) * u,
      (1.6 + v * 4) * u,
    )
  }
  out += `<path fill="${light.glow}" fill-opacity=".55" d="${glints}"/>`
  const kinds: string[] = []
  const count = rng.pick([1, 2, 2, 3, 3, 4, 5, 7])
  const depths = Array.from({ length: count }, () => rng.range(0.08, 0.66)).sort((a, b) => a - b)
  const places = rng.shuffle(depths.map((_, i) => i))
  depths.forEach((v, i) => {
    const kind = rng.pick(['sail', 'sail', 'trawler', 'dinghy'])
    kinds.push(kind)
    const x = w * (0.1 + (0.8 * ((places[i] ?? 0) + rng.range(0.2, 0.8))) / count)
    out += boat(
      rng,
      kind,
      x,
      horizon + (h - horizon) * v,
      (40 + v * (count < 3 ? 340 : 230)) * u * (w < h ? 0.85 : 1),
      light,
    )
  })
  if (rng.chance(0.5)) {
    for (let i = 0; i < rng.int(3, 9); i++) {
      const [bx, by, s] = [w * rng.range(0.1, 0.9), horizon * rng.range(0.15, 0.8), rng.range(7, 15) * u]
      out += stroke(
        rng,
        [
          [bx - s, by - s * 0.4],
          [bx - s * 0.4, by - s * 0.5],
          [bx, by],
          [bx + s * 0.5, by - s * 0.6],
          [bx + s, by - s * 0.3],
        ],
        { width: 2.6 * u, colour: shade(light.hill, -0.15), wobble: 0 },
      )
    }
  }
  const main =
    at(kinds, kinds.length - 1) === 'trawler' ? 'fishing boats' : at(kinds, 0) === 'dinghy' ? 'rowing boats' : 'sails'
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      `Harbour, ${light.name}`,
      `${several(count, 'boat')}, ${light.name}`.replace(/^./, (c) => c.toUpperCase()),
      'Low tide, nets drying',
      'Before the ferry',
      'Slack water',
      `Bay study no. ${rng.int(2, 19)}`,
      'The wind dropped',
      'Coming in late',
      `Gouache sea, ${light.name}`,
      'Out past the buoys',
      'Half a regatta',
      'Marée basse',
      'Waiting for wind',
      'Where my uncle keeps his boat',
      `Sea practice ${rng.int(3, 40)}`,
      'Estuary, looking west',
    ],
    notes: [
      'Quick gouache from the quay. The water took four tries.',
      'Reflections are hard. I keep making them too sharp.',
      'I left the far shore out twice before I put it back.',
      'Painted from memory on the bus home.',
      'The red boat was really green.',
      'It was colder than it looks.',
    ],
    tags: ['seascape', 'boats'],
    extraTags: ['gouache', light.name.replace(' ', '-'), 'landscape', 'water', 'plein-air', 'harbour'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painting of ${several(count, 'boat')} on calm water in ${light.name} light${sun ? `, under ${light.name === 'night' ? 'a full moon' : 'a low sun'}` : ''}, ${main}${houses ? ', with a small town on the far shore' : land ? ', with low hills behind' : ''}.`,
  }
}

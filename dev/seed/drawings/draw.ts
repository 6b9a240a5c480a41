import { hash, Rng } from './random.ts'
import { birches } from './styles/birches.ts'
import { birds } from './styles/birds.ts'
import { botanical } from './styles/botanical.ts'
import { cats } from './styles/cats.ts'
import { comic } from './styles/comic.ts'
import { creatures } from './styles/creatures.ts'
import { faces } from './styles/faces.ts'
import { fruit } from './styles/fruit.ts'
import { gestures } from './styles/gestures.ts'
import { houseplants } from './styles/houseplants.ts'
import { inkwash } from './styles/inkwash.ts'
import { insects } from './styles/insects.ts'
import { koi } from './styles/koi.ts'
import { meadow } from './styles/meadow.ts'
import { mushrooms } from './styles/mushrooms.ts'
import { nightcity } from './styles/nightcity.ts'
import { planets } from './styles/planets.ts'
import { profile } from './styles/profile.ts'
import { ridges } from './styles/ridges.ts'
import { room } from './styles/room.ts'
import { sea } from './styles/sea.ts'
import { street } from './styles/street.ts'
import { terrain } from './styles/terrain.ts'
import { woodblock } from './styles/woodblock.ts'
import type { SeedDrawing } from './types.ts'

export type { SeedDrawing } from './types.ts'

const BY_NAME = {
  birches,
  birds,
  botanical,
  cats,
  comic,
  creatures,
  faces,
  fruit,
  gestures,
  houseplants,
  inkwash,
  insects,
  koi,
  meadow,
  mushrooms,
  nightcity,
  planets,
  profile,
  ridges,
  room,
  sea,
  street,
  terrain,
  woodblock,
} as const satisfies Record<string, (rng: Rng) => SeedDrawing>

export type StyleName = keyof typeof BY_NAME

export const STYLES: readonly StyleName[] = Object.keys(BY_NAME) as StyleName[]

/** Draws a sketch; style and seed determine every byte. */
export function draw(style: StyleName, seed: number): SeedDrawing {
  return BY_NAME[style](new Rng((hash(style) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0, seed))
}

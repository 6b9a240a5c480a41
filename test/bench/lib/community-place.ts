import { seed } from '../../../dev/seed/seed.ts'
import type { Place } from '../../../dev/settings.ts'
import type { Mode } from './mode.ts'
import { placeOf } from './state.ts'

const COUNTS = {
  full: { members: 60, sketches: 200 },
  short: { members: 5, sketches: 12 },
} satisfies Record<Mode, object>

/** A place with a community as `npm start` draws it, but smaller. Drawing the full one takes a minute or two, once. */
export function communityPlace(mode: Mode): Promise<Place> {
  const counts = COUNTS[mode]
  return placeOf(`community-${counts.sketches}`, counts, (platform, place) => seed(platform, place, counts))
}

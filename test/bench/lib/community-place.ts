import { seed } from '../../../dev/seed/seed.ts'
import type { LocalSite } from '../../../dev/settings.ts'
import type { Mode } from './mode.ts'
import { preparedSite } from './state.ts'

const COUNTS = {
  full: { members: 60, sketches: 200 },
  short: { members: 5, sketches: 12 },
} satisfies Record<Mode, object>

/** A place with a community as `npm start` draws it, but smaller. Drawing the full one takes a minute or two, once. */
export function communitySite(mode: Mode): Promise<LocalSite> {
  const counts = COUNTS[mode]
  return preparedSite(`community-${counts.sketches}`, counts, (platform, place) => seed(platform, place, counts))
}

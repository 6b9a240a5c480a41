import { seed } from '../../../dev/seed/seed.ts'
import type { LocalSite } from '../../../dev/settings.ts'
import type { Mode } from './mode.ts'
import { preparedSite } from './state.ts'

const COUNTS = {
  full: { members: 60, sketches: 200 },
  short: { members: 5, sketches: 18 },
} satisfies Record<Mode, object>

/** A smaller version of the community of `npm start`. The full one takes minutes to draw. */
export function communitySite(mode: Mode): Promise<LocalSite> {
  const counts = COUNTS[mode]
  return preparedSite(`community-${counts.sketches}`, counts, (platform, localSite) =>
    seed(platform, localSite, counts),
  )
}

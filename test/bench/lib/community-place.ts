import { seed } from '../../../dev/seed/seed.ts'
import type { Place } from '../../../dev/settings.ts'
import { placeOf } from './state.ts'

const COMMUNITY = { members: 60, sketches: 200 }

/** A place with a community as `npm start` draws it, but smaller. Drawing takes a minute or two, once. */
export function communityPlace(): Promise<Place> {
  return placeOf('community', COMMUNITY, (platform, place) => seed(platform, place, COMMUNITY))
}

import type { Person } from '../../support/worker/people.ts'
import { collectionQuery, ownAlbumQuery, type Path, type Place, textAt } from './looks.ts'
import { OWNERS, type World } from './world.ts'

/** A number that says how many of them there are, beside `others` that everyone is shown. */
export type Count = Omit<Place, 'see' | 'atMost'> & {
  others: number
  see: (world: World, as: Person | null) => Promise<number | undefined>
}

const numberAt = (path: Path, read: (reply: never, world: World) => number | undefined, body?: unknown) =>
  async function see(world: World, as: Person | null): Promise<number | undefined> {
    const text = await textAt(path(world), { as, body })
    return text ? read(JSON.parse(text) as never, world) : 0
  }
type Artists = { items: { id: number; sketches: number }[] }
const ofOwner = ({ items }: Artists, { owner }: World) => items.find(({ id }) => id === owner.id)?.sketches

/** Where it is said how many there are. They are asked first: to read what is new makes it old. */
export const counts: Record<string, Count> = {
  'new uploads': {
    rule: 'listed, to members alone',
    others: 0,
    see: numberAt(
      () => '/api/v2/index',
      ({ unread }: { unread?: { uploads: number } }) => unread?.uploads ?? 0,
      { unread: true },
    ),
  },
  'sketches of the site': {
    rule: 'the same for all',
    others: 1,
    see: numberAt(
      () => '/api/v2/index',
      ({ stats }: { stats: { sketches: number } }) => stats.sketches,
      { stats: true },
    ),
  },
  'sketches on a profile': {
    rule: 'counted for those who would be shown it, and mature ones for their artist',
    of: OWNERS,
    others: 1,
    see: numberAt(
      ({ owner }) => `/api/user/${owner.id}`,
      ({ sketches }: { sketches: number }) => sketches,
    ),
  },
  'sketches in a list of artists': {
    rule: 'listed',
    of: OWNERS,
    others: 1,
    see: numberAt(() => '/api/v2/users?sort=fans', ofOwner),
  },
  'sketches in the list of artists by sketches': {
    rule: 'listed',
    of: OWNERS,
    others: 1,
    see: numberAt(() => '/api/v2/users?sort=sketches', ofOwner),
  },
  'sketches of an artist who is searched for': {
    rule: 'listed',
    of: OWNERS,
    others: 1,
    see: numberAt(() => '/api/v2/search/user?query=miranda', ofOwner),
  },
  'entries of a challenge': {
    rule: 'listed',
    others: 0,
    see: numberAt(
      ({ challengeId }) => `/api/v2/challenge/${challengeId}`,
      ({ entries }: { entries: number }) => entries,
    ),
  },
  'places in a collection': {
    rule: 'the place of a mature sketch is kept',
    others: 0,
    see: numberAt(
      (world) => `/api/v2/album/info?${collectionQuery(world)}`,
      ({ items }: { items: number }) => items,
    ),
  },
  "places in the owner's album": {
    rule: 'the place of a mature sketch is kept, and all that is their own',
    of: OWNERS,
    others: 0,
    see: numberAt(
      (world) => `/api/v2/album/info?${ownAlbumQuery(world)}`,
      ({ items }: { items: number }) => items,
    ),
  },
}

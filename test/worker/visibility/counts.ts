import type { Person } from '../../support/worker/people.ts'
import { collectionQuery, ownAlbumQuery, type Path, type Place, textAt } from './places.ts'
import { OWNERS, type World } from './world.ts'

/** A number of sketches. */
export type Count = Omit<Place, 'see' | 'atMost'> & {
  see: (world: World, as: Person | null) => Promise<number | undefined>
}

const numberAt = (path: Path, read: (reply: never, world: World) => number | undefined, body?: unknown) =>
  async function see(world: World, as: Person | null): Promise<number | undefined> {
    const text = await textAt(path(world), { as, body })
    return text ? read(JSON.parse(text) as never, world) : 0
  }
type Artists = { items: { id: number; sketches: number }[] }
const ofOwner = ({ items }: Artists, { owner }: World) => items.find(({ id }) => id === owner.id)?.sketches

/** Every place that shows a number. They are read before the lists, because reading a list changes the unread count. */
export const counts: Record<string, Count> = {
  'new uploads': {
    rule: 'listed, for members only',
    see: numberAt(
      () => '/api/v2/index',
      ({ unread }: { unread?: { uploads: number } }) => unread?.uploads ?? 0,
      {},
    ),
  },
  'sketches of the site': {
    rule: 'what visitors see, for every viewer',
    see: numberAt(
      () => '/api/v2/index',
      ({ stats }: { stats: { sketches: number } }) => stats.sketches,
      { stats: true },
    ),
  },
  'sketches on a profile': {
    rule: 'listed',
    of: OWNERS,
    see: numberAt(
      ({ owner }) => `/api/user/${owner.id}`,
      ({ sketches }: { sketches: number }) => sketches,
    ),
  },
  'sketches in a list of artists': {
    rule: 'listed',
    of: OWNERS,
    see: numberAt(() => '/api/v2/users?sort=fans', ofOwner),
  },
  'sketches in the list of artists by sketches': {
    rule: 'listed',
    of: OWNERS,
    see: numberAt(() => '/api/v2/users?sort=sketches', ofOwner),
  },
  'sketches of an artist in search results': {
    rule: 'listed',
    of: OWNERS,
    see: numberAt(() => '/api/v2/search/user?query=miranda', ofOwner),
  },
  'entries of a challenge': {
    rule: 'listed',
    see: numberAt(
      ({ challengeId }) => `/api/v2/challenge/${challengeId}`,
      ({ entries }: { entries: number }) => entries,
    ),
  },
  'sketches of a group': {
    rule: 'listed',
    see: numberAt(
      ({ groupId }) => `/api/v2/group?action=info&groupId=${groupId}`,
      ({ sketches }: { sketches: number }) => sketches,
    ),
  },
  'items of a collection': {
    rule: 'listed with placeholders for mature sketches',
    see: numberAt(
      (world) => `/api/v2/album/info?${collectionQuery(world)}`,
      ({ items }: { items: number }) => items,
    ),
  },
  "items of the owner's album": {
    rule: 'listed with placeholders for mature sketches, plus everything of the owner',
    of: OWNERS,
    see: numberAt(
      (world) => `/api/v2/album/info?${ownAlbumQuery(world)}`,
      ({ items }: { items: number }) => items,
    ),
  },
}

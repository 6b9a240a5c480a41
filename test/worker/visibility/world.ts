import { env } from 'cloudflare:workers'
import { mp4 } from '../../support/videos.ts'
import { addAlbum, fillAlbum } from '../../support/worker/albums.ts'
import { addAwards, addCategory } from '../../support/worker/awards.ts'
import { addChallenge, enterChallenge } from '../../support/worker/challenges.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addCompo, addSketchToCompo } from '../../support/worker/compos.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addGroup, addToGroup, joinGroup } from '../../support/worker/groups.ts'
import { runListJobs } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { jsonOf, sendRequest } from '../../support/worker/site.ts'
import { croquisFile, putFile } from '../../support/worker/sketch-files.ts'
import { addCoOp, addSketch } from '../../support/worker/sketches.ts'
import { addReplay, storeReplay } from '../../support/worker/stream-calls.ts'
import { addTag } from '../../support/worker/tags.ts'
import { addUpload } from '../../support/worker/uploads.ts'

/** Kinds of sketches; there is one of each. `blocked` belongs to the artist across a block, the others to the owner. */
export const KINDS = ['plain', 'mature', 'unlisted', 'violating', 'removed', 'blocked'] as const
export type Kind = (typeof KINDS)[number]
/** The kinds of sketches that belong to the owner. */
export const OWNERS = KINDS.filter((kind) => kind !== 'blocked')

export const VIEWERS = [
  'visitor',
  'member',
  'member who shows mature',
  'blocked member',
  'blocking member',
  'owner',
  'staff',
] as const
export type ViewerName = (typeof VIEWERS)[number]

export type KindOfSketch = {
  id: number
  artist: Person
  /** Matches the traces of the sketch in a reply. */
  traces: RegExp
  imageUrl: string
  versionUrl: string
  videoUrl: string
  /** An unlisted continuation by the same artist. */
  childId: number
  /** An album of the artist and a collection of another member that hold only this sketch. */
  albumId: number
  collectionId: number
  /** A tag of this sketch only. */
  tag: string
  /** A stream of the keeper that is linked to the sketch, and a replay that the sketch was posted with. */
  streamId: number
  replayId: number
}

export type World = {
  viewers: Record<ViewerName, Person | null>
  owner: Person
  blocker: Person
  /** Gave hearts to all sketches, commented on and reported all, and has a collection of all. */
  keeper: Person
  sketches: Record<Kind, KindOfSketch>
  /** A plain sketch of the owner in every list: the first of the co-op that all others continue. */
  hereId: number
  /** The album of all sketches of the owner, and the collection of all sketches. */
  albumId: number
  collectionId: number
  /** A challenge in which all sketches are entered. */
  challengeId: number
  /** An open compo in which all sketches are entered. */
  compoKey: string
  /** A year of awards in which all sketches are nominated. */
  awardsYear: number
  /** A group with all sketches. The artists and the keeper are in it. */
  groupId: string
}

/** Ids that differ from all other numbers in replies, with room for continuations between them. */
const [FIRST_ID, APART] = [4001, 10]
/** The key of the unlisted sketch's link. */
export const LINK_KEY = 'a1'.repeat(20)
const LOOK = { perceptualHash: '0f1e2d3c4b5a6978', colours: '["#a3402c","#1b1d21"]' }

/**
 * Puts a sketch of each kind into every list. All sketches are plain at first and hidden afterwards, so that every
 * stored copy of their visibility has to follow.
 */
export async function makeWorld(): Promise<World> {
  const [owner, blocker, keeper] = [
    await addPerson({ nickname: 'Miranda' }),
    await addPerson({ nickname: 'Ines' }),
    await addPerson({ nickname: 'Vera' }),
  ]
  const viewers = await addViewers(owner)
  // Sketches from before a member's first artist count as seen.
  await run('INSERT INTO fans (user_id, fan_id, created_at) VALUES (?1, ?2, 1), (?2, ?1, 1)', owner.id, keeper.id)
  const hereId = await addCoOp(owner, { id: FIRST_ID - 1, title: 'Here', featuredAt: Date.now(), ...LOOK })
  const here = { id: hereId, artist: owner }
  await addTag(hereId, owner, 'heron')
  await run(
    `INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (?, 'heart', 5, 'opening', 1)`,
    keeper.id,
  )
  await addHeart(keeper, hereId)
  for (const viewer of Object.values(viewers)) await addToMember(viewer, here, keeper)
  const sketches = {} as World['sketches']
  for (const [place, kind] of KINDS.entries()) {
    const artist = kind === 'blocked' ? blocker : owner
    const sketch = await addOne(FIRST_ID + APART * place, kind, artist, keeper, hereId)
    sketches[kind] = sketch
    // A new key would take back the notices.
    if (kind === 'unlisted') await run('UPDATE sketches SET link_key = ? WHERE id = ?', LINK_KEY, sketch.id)
    for (const viewer of Object.values(viewers)) await addToMember(viewer, sketch, keeper)
  }
  const albumId = await addAlbum(owner)
  await fillAlbum(albumId, [hereId, ...OWNERS.map((kind) => sketches[kind].id)])
  const collectionId = await addAlbum(keeper, { collection: true })
  await fillAlbum(collectionId, [hereId, ...KINDS.map((kind) => sketches[kind].id)])
  const challengeId = await addChallenge(keeper)
  for (const { artist, id } of [here, ...Object.values(sketches)]) await jsonOf(enterChallenge(artist, challengeId, id))
  const compoKey = await addCompo({ entriesPerMember: 3 })
  for (const { id } of [here, ...Object.values(sketches)]) await addSketchToCompo(compoKey, id)
  const awardsYear = await addAwards('voting')
  const categoryId = await addCategory(awardsYear)
  for (const { id, artist } of Object.values(sketches))
    await run(
      `INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, created_at) VALUES (?, 'sketch', ?, ?, 1)`,
      ...[categoryId, id, artist.id],
    )
  const groupId = await addGroup(owner, 'Herons', hereId)
  for (const member of [blocker, keeper]) await joinGroup(member, groupId)
  for (const { artist, id } of [here, ...Object.values(sketches)]) await jsonOf(addToGroup(artist, groupId, id))
  await run(
    `UPDATE users SET avatar_key = (SELECT image_key FROM sketches WHERE id = ?),
      cover_key = (SELECT image_key FROM sketches WHERE id = ?) WHERE id = ?`,
    ...[sketches.mature.id, sketches.violating.id, owner.id],
  )
  await runListJobs(Date.now() + 1000)
  await hide(sketches)
  if (viewers['blocked member']) await block(blocker, viewers['blocked member'])
  if (viewers['blocking member']) await block(viewers['blocking member'], blocker)
  return {
    viewers,
    owner,
    blocker,
    keeper,
    sketches,
    hereId,
    albumId,
    collectionId,
    challengeId,
    compoKey,
    awardsYear,
    groupId,
  }
}

async function addViewers(owner: Person): Promise<World['viewers']> {
  return {
    visitor: null,
    member: await addPerson(),
    'member who shows mature': await addPerson({ showMature: true }),
    'blocked member': await addPerson(),
    'blocking member': await addPerson(),
    owner,
    staff: await addPerson({ flags: 'm' }),
  }
}

async function addOne(id: number, kind: Kind, artist: Person, keeper: Person, hereId: number): Promise<KindOfSketch> {
  const title = `Heron-${kind}`
  const inCoOp = { parentId: hereId, coopId: hereId }
  const file = { width: 60, height: 40, fileKey: `originals/${crypto.randomUUID()}` }
  await env.FILES.put(file.fileKey, pictures.png)
  await addSketch(artist, { id, title, featuredAt: Date.now(), ...inCoOp, ...file })
  const upload = await addUpload(artist, uniqueCopy(pictures.large))
  await jsonOf(sendRequest(`/sketch/${id}/version`, { as: artist, body: { uploadId: upload.id } }))
  await run('UPDATE sketches SET colours = ?, perceptual_hash = ? WHERE id = ?', LOOK.colours, LOOK.perceptualHash, id)
  await putFile(artist, `/sketch/${id}/video`, mp4())
  await putFile(artist, `/sketch/${id}/file`, croquisFile())
  const tag = `only-${kind}`
  for (const name of ['heron', tag]) await addTag(id, artist, name)
  await addHeart(keeper, id)
  await addComment(keeper, id)
  await jsonOf(sendRequest(`/sketch/${id}/report`, { as: keeper, body: { details: '', notsketch: true } }))
  const keys = await env.DB.prepare(
    `SELECT image_key AS shown, (SELECT image_key FROM sketch_versions WHERE sketch_id = sketches.id) AS before,
      (SELECT address FROM sketch_files WHERE sketch_id = sketches.id AND kind = 'video') AS video
     FROM sketches WHERE id = ?`,
  )
    .bind(id)
    .first<{ shown: string; before: string; video: string }>()
  return {
    id,
    artist,
    // Not within the random key of another picture.
    traces: new RegExp(`(?<![\\da-f.])${id}(?![\\da-f])|${title}|${keys?.shown}|${keys?.before}|${keys?.video}`, 'i'),
    imageUrl: `/image/${keys?.shown}`,
    versionUrl: `/image/${keys?.before}`,
    videoUrl: `/video/${keys?.video}`,
    childId: await addSketch(artist, { unlisted: true, linkKey: LINK_KEY, parentId: id }),
    streamId: await addReplay(keeper, { sketchId: id }),
    replayId: await addPosted(artist, id, title),
    albumId: await addAlbum(artist, { sketchId: id }),
    collectionId: await addAlbum(keeper, { collection: true, sketchId: id }),
    tag,
  }
}

const addHeart = (giver: Person, sketchId: number) =>
  run('INSERT INTO hearts (sketch_id, user_id, created_at) VALUES (?, ?, ?)', sketchId, giver.id, Date.now())

/** Adds a replay with which its artist posted a sketch. */
async function addPosted(artist: Person, sketchId: number, title: string): Promise<number> {
  const id = await addReplay(artist, { title, previewNumber: 1 })
  await storeReplay(id)
  await run('UPDATE streams SET replay_sketch_id = ? WHERE id = ?', sketchId, id)
  return id
}

/** Puts a sketch into everything stored for one member: feed, recommendations, notifications, muted threads, tags. */
async function addToMember(
  viewer: Person | null,
  { id, artist }: Pick<KindOfSketch, 'id' | 'artist'>,
  keeper: Person,
): Promise<void> {
  if (!viewer) return
  const now = Date.now()
  await run(
    'INSERT OR IGNORE INTO feed_sketches (fan_id, sketch_id, artist_id) VALUES (?, ?, ?)',
    viewer.id,
    id,
    artist.id,
  )
  await run(
    'INSERT INTO recommendations (user_id, rank, sketch_id, chosen_at) VALUES (?, ?, ?, ?)',
    ...[viewer.id, id, id, now],
  )
  await run(
    `INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at) VALUES (?, 'features', ?, ?, ?, ?)`,
    ...[viewer.id, keeper.id, artist.id, id, now],
  )
  await run(
    `INSERT INTO muted_threads (user_id, target_type, target_id, created_at) VALUES (?, 'sketch', ?, ?)`,
    ...[viewer.id, id, now],
  )
  await run(
    `INSERT OR IGNORE INTO tag_follows (user_id, tag_id, created_at) SELECT ?, id, ? FROM tags WHERE name = 'heron'`,
    ...[viewer.id, now],
  )
}

async function hide(sketches: World['sketches']): Promise<void> {
  await run('UPDATE sketches SET mature = 1 WHERE id = ?', sketches.mature.id)
  await run('UPDATE sketches SET unlisted = 1 WHERE id = ?', sketches.unlisted.id)
  await run(`UPDATE sketches SET violation = 'copyright' WHERE id = ?`, sketches.violating.id)
  await run(`UPDATE sketches SET violation = 'removed' WHERE id = ?`, sketches.removed.id)
}

function run(sql: string, ...values: unknown[]) {
  return env.DB.prepare(sql)
    .bind(...values)
    .run()
}

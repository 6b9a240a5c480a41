import { PRODUCT_NAME } from '../../contract/product.ts'
import { resumeFanOuts } from '../../worker/domain/sketch-lists/fan-out.ts'
import { rankSketches } from '../../worker/features/galleries/rankings.ts'
import { openDb } from '../../worker/lib/database.ts'
import type { Platform } from '../platform.ts'
import { type LocalSite, providerIssuer } from '../settings.ts'
import { writeAlbums } from './albums.ts'
import { writeAwards } from './awards.ts'
import { writeBrushes } from './brushes/write.ts'
import { writeChallenges } from './challenges.ts'
import { planCommunity } from './community.ts'
import { writeCompos } from './compos.ts'
import { writeGroups } from './groups.ts'
import { writeMessages } from './messages.ts'
import { startPictureWorkers } from './pictures.ts'
import { writeStreams } from './streams.ts'
import { writeViews } from './views.ts'
import { chooseAvatars, featureBest, writeActivity, writeMembers, writeSketch } from './write.ts'

export const DEFAULT_MEMBERS = 60
export const DEFAULT_SKETCHES = 600

export async function isEmpty({ DB }: Platform): Promise<boolean> {
  return (await DB.prepare('SELECT 1 FROM users LIMIT 1').first()) === null
}

/** Fills an empty database with a community and its pictures; with members alone if there are to be no sketches. */
export async function seed(
  platform: Platform,
  localSite: LocalSite,
  { members = DEFAULT_MEMBERS, sketches = DEFAULT_SKETCHES }: { members?: number; sketches?: number },
  onProgress: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  const community = planCommunity(members, sketches, Date.now())
  const memberIds = await writeMembers(platform, providerIssuer(localSite), community.members)
  if (sketches === 0) return
  const pictureWorkers = startPictureWorkers()
  try {
    // Requested at once, written in order: ids must increase with the date.
    const pictures = community.sketches.map(({ source }) => pictureWorkers.make(source))
    for (const picture of pictures) picture.catch(() => undefined)
    const sketchIds: number[] = []
    for (const [index, { artist, at, unlisted, mature }] of community.sketches.entries()) {
      const picture = await pictures[index]
      const userId = memberIds[artist]
      if (!picture || userId === undefined) throw new Error(`${PRODUCT_NAME}: sketch ${index} has no picture or artist`)
      sketchIds.push(await writeSketch(platform, { userId, at, unlisted, mature, picture }))
      delete pictures[index]
      onProgress(sketchIds.length, community.sketches.length)
    }
    await writeActivity(platform, community, memberIds, sketchIds)
    await chooseAvatars(platform)
    await featureBest(platform, memberIds)
    await writeAlbums(platform, Date.now())
    await writeChallenges(platform, Date.now())
    await writeCompos(platform, Date.now())
    await writeAwards(platform, Date.now())
    await writeGroups(platform, Date.now())
    await writeBrushes(platform, Date.now())
    await writeStreams(platform, Date.now())
    await writeMessages(platform, memberIds, Date.now())
    await writeViews(platform, Date.now())
    const db = openDb(platform.DB)
    await resumeFanOuts(db)
    await rankSketches(db, Date.now())
  } finally {
    await pictureWorkers.close()
  }
}

import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import * as z from 'zod/mini'
import { cleanLine, cleanText } from '../../contract/text.ts'
import type { Platform } from '../platform.ts'
import { type LocalSite, providerIssuer } from '../settings.ts'
import { describePicture } from './describe.ts'
import { chooseAvatars, writeMembers, writeSketch } from './write.ts'

const PICTURES = new Set(['.png', '.jpg', '.jpeg', '.webp', '.gif'])

/** Optional `.json` file beside a picture. */
const metadataFile = z.object({
  title: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
  alt: z._default(z.string(), ''),
  tags: z._default(z.array(z.string()), []),
  artist: z._default(z.string(), 'Guest'),
})

/**
 * Imports the pictures of a folder in the order of their names, so that the last becomes the newest sketch.
 * Returns their number.
 */
export async function importFolder(platform: Platform, localSite: LocalSite, folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => PICTURES.has(extname(name).toLowerCase())).sort()
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    const metadata = await readMetadata(join(folder, name))
    const artist = {
      nickname: cleanLine(metadata.artist).slice(0, 24) || 'Guest',
      birthDate: '1990-01-01',
      about: '',
      country: '',
      website: '',
      coverKey: null,
      flags: '',
      joined: Date.now(),
    }
    const [userId] = await writeMembers(platform, providerIssuer(localSite), [artist])
    if (userId === undefined) throw new Error(`${name}: no artist`)
    const picture = {
      ...(await describePicture(bytes)),
      title: cleanLine(metadata.title).slice(0, 64),
      description: cleanText(metadata.description).slice(0, 1024),
      altText: cleanLine(metadata.alt).slice(0, 500),
      tags: metadata.tags.slice(0, 20),
    }
    await writeSketch(platform, { userId, at: Date.now(), unlisted: false, mature: false, picture })
  }
  await chooseAvatars(platform)
  return names.length
}

async function readMetadata(picture: string): Promise<z.infer<typeof metadataFile>> {
  const path = picture.replace(/\.[^.]+$/, '.json')
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const parsed = metadataFile.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${path}: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}

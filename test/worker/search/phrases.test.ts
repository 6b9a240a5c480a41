import { beforeAll, describe, expect, it } from 'vitest'
import type { SketchSearchReply } from '../../../contract/http/search.ts'
import { ART } from '../../../dev/seed/art.ts'
import { planCommunity, type SketchSource } from '../../../dev/seed/community.ts'
import { draw } from '../../../dev/seed/drawings/draw.ts'
import { addPerson } from '../../support/worker/people.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addTag } from '../../support/worker/tags.ts'

const [MEMBERS, SKETCHES] = [60, 200]

/**
 * Phrases that a person may type to find a picture, each with the pictures of the seeded community that it describes:
 * files of `dev/seed/art`, or generated drawings by style and number.
 */
const PHRASES: Record<string, string[]> = {
  'boat moon': ['sea3'],
  'cats on a windowsill': ['cats5'],
  'black cat staring at me': ['cat', 'cats1', 'cats5'],
  'old lighthouse in a storm': ['lighthouse'],
  'steaming mug of coffee': ['cup'],
  'toadstools with white dots': ['mushrooms'],
  'owls in the dark': ['owl'],
  'angry wolf face': ['fox'],
  'seagull stealing chips': ['gull'],
  'fishing boats at sunset': ['harbour'],
  'birch forest in autumn': ['birches', 'birches2'],
  'crowd at a market': ['stall'],
  'astronauts on a strange planet': ['planets1', 'planets4', 'planets5', 'planets6'],
  'woman with her hair in a bun': ['profile'],
  'koi pond with water lilies': ['koi0', 'koi2', 'koi3', 'koi5', 'koi6', 'koi7'],
  'big wave and mount fuji': ['woodblock0', 'woodblock1', 'woodblock3', 'woodblock5', 'woodblock8'],
  'brown cow': ['bison'],
  'poppy field': ['meadow3'],
  'rainy city at night': ['nightcity3'],
  'people dancing': ['gestures8'],
  'tree with a single apple': ['winter'],
}

type Texts = { title: string; description: string; altText: string; tags: readonly string[] }

function textsOf(source: SketchSource): Texts & { picture: string } {
  if ('style' in source) {
    const { alt: altText, ...texts } = draw(source.style, source.number)
    return { ...texts, altText, picture: `${source.style}${source.number}` }
  }
  const { file, title, alt: altText, tags } = ART[source.art] ?? { file: '', title: '', alt: '', tags: [] }
  return { title, altText, tags, description: '', picture: file.replace(/\.webp$/, '') }
}

describe('search for what the seeded pictures show', () => {
  const pictures = new Map<number, string>()

  beforeAll(async () => {
    const artist = await addPerson()
    for (const { source } of planCommunity(MEMBERS, SKETCHES, Date.now()).sketches) {
      const { picture, title, description, altText, tags } = textsOf(source)
      const id = await addSketch(artist, { title: title.slice(0, 64), description, altText })
      for (const tag of tags) await addTag(id, artist, tag)
      pictures.set(id, picture)
    }
  }, 180_000)

  it.each(Object.entries(PHRASES))(
    'the first five results for “%s” include a picture that it describes',
    async (phrase, shown) => {
      const path = `/api/v2/search/sketch?query=${encodeURIComponent(phrase)}`
      const { items } = await requestJson<SketchSearchReply>(path)
      const found = items.slice(0, 5).map(({ id }) => pictures.get(id) ?? '')
      expect([found, found.some((picture) => shown.includes(picture))]).toEqual([found, true])
    },
  )
})

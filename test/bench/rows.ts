import { COMMENTS_PAGE_SIZE, GALLERY_PAGE_SIZE } from '../../contract/limits.ts'
import { type Figure, type Findings, figureOf, milliseconds } from './lib/figure.ts'
import { type ListedMode, listModes } from './lib/lists.ts'
import { type Asked, atBothSizes, LARGE, rowsFigure, type Site } from './lib/sizes.ts'

/** Who asks, and what the list is: the session and the member, a tag's id. */
const ROWS_ABOUT_IT = 5
/** For each sketch its place in the order, itself and its artist. */
const LIST_ROWS_MAX = 3 * GALLERY_PAGE_SIZE + ROWS_ABOUT_IT
const COMMENT_ROWS_MAX = 3 * COMMENTS_PAGE_SIZE + ROWS_ABOUT_IT

/**
 * Rows that D1 reads, and bills, for a page of every list: the first, the second and one from its middle, deep inside
 * equals. Times are of the statements alone, for a few.
 */
export async function measureRows(): Promise<Findings> {
  const { small, large } = await atBothSizes(listModes, async (site, { modes, talkedAbout, ofArtist }) => [
    ...(await askLists(site, modes)),
    ...(await askOthers(site, ofArtist, talkedAbout)),
  ])
  const figures = large.map((asked, index) => {
    const most = asked.what.startsWith('comments') ? COMMENT_ROWS_MAX : LIST_ROWS_MAX
    return rowsFigure(asked, small[index], most)
  })
  const times = large.flatMap((asked, index) => (TIMED.test(asked.what) ? timeFigures(asked, small[index]) : []))
  return {
    figures: [...figures, ...times],
    notes: [
      `rows: figure at ${LARGE.toLocaleString('en')} sketches, yardstick at a thousand; of a list its first page, its` +
        ` second and one in the middle; the bar is 3 rows a sketch or comment and ${ROWS_ABOUT_IT} for who asks`,
    ],
  }
}

const TIMED = /^(recent|comments|sketch)/

async function askLists({ who, ask }: Site, modes: ListedMode[]): Promise<Asked[]> {
  const all: Asked[] = []
  for (const { name, headers } of who) {
    for (const { what, path, middle, membersOnly } of modes) {
      if (membersOnly && name === 'visitor') continue
      const first = await ask(path, headers)
      const { cursor, items } = JSON.parse(first.body) as { cursor: string; items: unknown[] }
      if (items.length < GALLERY_PAGE_SIZE) throw new Error(`${what} has ${items.length} sketches`)
      const others = [await ask(`${path}&cursor=${cursor}`, headers), await ask(`${path}&cursor=${middle}`, headers)]
      all.push({ what: `${what}, ${name}`, trips: [first, ...others].map(({ trips }) => trips) })
    }
  }
  return all
}

async function askOthers({ who, ask }: Site, sketchId: number, talkedAbout: number): Promise<Asked[]> {
  const all: Asked[] = []
  for (const { name, headers } of who) {
    for (const [what, path] of [
      ['sketch', `/api/v2/sketch/${sketchId}`],
      ['comments', `/api/comments/${talkedAbout}?type=sketch`],
    ] as const) {
      all.push({ what: `${what}, ${name}`, trips: [(await ask(path, headers)).trips] })
    }
  }
  return all
}

function timeFigures({ what, trips: [first = []] }: Asked, before: Asked | undefined): Figure[] {
  return first.map(({ table, ms }, index) => {
    const msBefore = before?.trips[0]?.[index]?.ms ?? Number.NaN
    return figureOf({
      what: `${what}: statement ${index + 1} (${table})`,
      figure: milliseconds(ms),
      yardstick: milliseconds(msBefore),
      ratio: ms / msBefore,
    })
  })
}

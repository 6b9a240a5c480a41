import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { png } from '../../support/e2e/pictures.ts'
import { beginning, button, field, heading, link, picture, text } from '../find.ts'
import type { Page } from '../Page.ts'
import { until } from '../until.ts'
import type { Journey, Step } from './step.ts'

const altTextOf = ({ nickname }: Journey) => `Waves below a grey sky, by ${nickname}`
const COMMENT = 'The water is so still.'
/** In pixels. */
const SCROLL = 300

const expectLoaded = (page: Page, altText: string) =>
  page.expect(
    `the picture "${altText}" is loaded`,
    (altText) =>
      [...document.images].some(({ alt, complete, naturalWidth }) => alt === altText && complete && naturalWidth > 0),
    altText,
  )

/** Address and name of a tile away from the edges of the window. */
function visibleTile(page: Page): Promise<{ address: string; name: string } | null> {
  return page.run(() => {
    const tiles = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/sketch/"]')]
    const name = (tile: HTMLAnchorElement) => tile.querySelector('img')?.alt ?? ''
    const tile = tiles.find((tile) => {
      const { top, bottom } = tile.getBoundingClientRect()
      const isUnique = name(tile) !== '' && tiles.filter((other) => name(other) === name(tile)).length === 1
      return isUnique && top >= 64 && bottom <= innerHeight - 64
    })
    return tile ? { address: tile.pathname + tile.search, name: name(tile) } : null
  })
}

async function openFromGallery({ page }: Journey): Promise<void> {
  await page.open('/gallery/recent')
  await page.see(button('Login'))
  await page.see(heading('Recent'))
  await page.run((top) => scrollTo({ top, behavior: 'instant' }), SCROLL)
  await page.expect('the gallery has scrolled', (top) => scrollY === top, SCROLL)
  const { address, name } = await until('a tile is in the window', () => visibleTile(page))
  await page.press(link(name))
  await page.expect('the sketch opened', (address) => location.pathname + location.search === address, address)
  await expectLoaded(page, name)
  await page.run(() => history.back())
  await page.see(heading('Recent'))
  await page.expect('the gallery is where it was', (top) => Math.abs(scrollY - top) <= 1, SCROLL)
  await page.see(link(name))
}

async function uploadAndPost(journey: Journey): Promise<void> {
  const { page } = journey
  await page.open('/upload')
  await page.see(button('Choose pictures'))
  const folder = await mkdtemp(join(tmpdir(), 'croquis-browsers-'))
  try {
    const { name, buffer } = await png('waves.png')
    const path = join(folder, name)
    await writeFile(path, buffer)
    await page.driver.setFiles('main input[type="file"]', [path])
    await page.see(text('Draft kept for 24 hours'))
  } finally {
    await rm(folder, { recursive: true })
  }
  await page.fill(field('Alt text'), altTextOf(journey))
  await page.press({ role: 'radio', name: 'No' })
  await page.press(beginning(button('Post')))
  await page.expect('the sketch is open', () => location.pathname.startsWith('/sketch/'))
  await expectLoaded(page, altTextOf(journey))
}

async function comment(journey: Journey): Promise<void> {
  const { page } = journey
  // The upload ended on the page of the sketch.
  await page.open(await page.path())
  await page.see(picture(altTextOf(journey)))
  await page.fill(field('Your comment'), COMMENT)
  await page.press(button('Post'))
  await page.see(beginning(button('More actions for the comment by')))
  await page.driver.reload()
  await page.see(text(COMMENT))
}

export const sketchSteps = {
  openFromGallery: {
    name: 'a visitor opens a sketch from a gallery and returns to the same place',
    isShort: true,
    run: openFromGallery,
  },
  uploadAndPost: { name: 'a member uploads a picture and posts it', isShort: true, run: uploadAndPost },
  comment: { name: 'a comment is on the page after a reload', isShort: false, run: comment },
} satisfies Record<string, Step>

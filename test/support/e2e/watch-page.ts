import type { Page } from 'playwright/test'

type Tiles = { seen: string[]; most: number; twice: string[] }

/** Records which tiles were in the document, the maximum at one time, and duplicates. */
export async function recordTiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tiles: Tiles = { seen: [], most: 0, twice: [] }
    Object.assign(window, { tiles })
    const seen = new Set<string>()
    const look = () => {
      const now = [...document.querySelectorAll('main li a')].map((tile) => tile.getAttribute('href') ?? '')
      for (const address of now) seen.add(address)
      tiles.seen = [...seen]
      tiles.most = Math.max(tiles.most, document.querySelectorAll('main li').length)
      tiles.twice.push(...now.filter((address, index) => now.indexOf(address) !== index))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
}

export function recordedTiles(page: Page): Promise<Tiles> {
  return page.evaluate(() => (window as Window & { tiles?: Tiles }).tiles as Tiles)
}

/** Records layout shifts. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    type Rect = DOMRectReadOnly
    type Shift = PerformanceEntry & {
      value: number
      sources: { node: Node | null; previousRect: Rect; currentRect: Rect }[]
    }
    const placed = ({ x, y, width, height }: Rect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = `${node?.nodeName} "${node?.textContent?.slice(0, 40)}"`
          return `${name} from ${placed(previousRect)} to ${placed(currentRect)}`
        })
        shifts.push(`${value}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export function recordedLayoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as Window & { shifts?: string[] }).shifts ?? [])
}

import type { DueTimes } from '../lib/due.ts'
import { log } from '../lib/log.ts'
import type { ChatSite } from './site.ts'
import type { RoomStore } from './store.ts'

const AGAIN_MS = 30_000
const COUNT_AGAIN_MS = 3_600_000

/** What a room tells the site. What the site cannot take now is told again later. */
export class Errands {
  readonly #site: ChatSite
  readonly #store: RoomStore
  readonly #due: DueTimes
  #counted = -1
  #isTellingNews = false

  constructor(site: ChatSite, store: RoomStore, due: DueTimes) {
    this.#site = site
    this.#store = store
    this.#due = due
  }

  /** Tells how many members are in the room, where that has changed. */
  async tellCount(channel: string, people: number): Promise<void> {
    if (people === this.#counted) return
    this.#counted = people
    try {
      await this.#site.count(channel, people)
      // Sockets that fall with their machine take nobody's leave: as long as someone is in, it is counted again.
      this.#due.set('count', people > 0 ? Date.now() + COUNT_AGAIN_MS : undefined)
    } catch (error) {
      failed('count', error)
      this.countAgain()
      this.#due.set('count', Date.now() + AGAIN_MS)
    }
  }

  /** What was told last may not be so any more. */
  countAgain(): void {
    this.#counted = -1
  }

  /** Tells all news that the site has not taken yet, in their order. */
  async tellNews(channel: string): Promise<void> {
    if (this.#isTellingNews) return
    this.#isTellingNews = true
    // Beside what is to be told, in one write with it: a room that falls meanwhile wakes to tell it.
    if (this.#due.at('news') === undefined && this.#store.news().length > 0)
      this.#due.set('news', Date.now() + AGAIN_MS)
    try {
      for (let news = this.#store.news(); news.length > 0; news = this.#store.news()) {
        await this.#site.take(channel, news)
        this.#store.removeNews(news.at(-1)?.id ?? 0)
      }
    } catch (error) {
      failed('news', error)
      this.#due.set('news', Date.now() + AGAIN_MS)
    } finally {
      this.#isTellingNews = false
    }
  }

  /** Tells that the room has forgotten its lines. */
  async tellForgotten(channel: string): Promise<void> {
    try {
      await this.#site.forgotten(channel)
    } catch (error) {
      failed('forgotten', error)
      this.#due.set('forget', Date.now() + AGAIN_MS)
    }
  }
}

function failed(what: string, error: unknown): void {
  log('error', 'chat errand', { what, reason: error instanceof Error ? error.name : 'unknown' })
}

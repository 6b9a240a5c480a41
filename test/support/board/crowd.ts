import { EventEmitter, once } from 'node:events'
import { chatMember } from '../chat/members.ts'
import { BoardArtist } from './artist.ts'
import { type ByteBudget, FlakyProxy } from './flaky-proxy.ts'

/** Artists 1 to `count`, each behind a flaky proxy, and `late`, a member who joins only at the end. */
export class Crowd implements Disposable {
  readonly artists: readonly BoardArtist[]
  readonly late: BoardArtist
  readonly #proxies: readonly FlakyProxy[]
  readonly #frames: EventEmitter
  #mayReconnect: Promise<void> = Promise.resolve()

  private constructor([late, ...artists]: BoardArtist[], proxies: readonly FlakyProxy[], frames: EventEmitter) {
    if (!late) throw new Error('there are no artists')
    this.late = late
    this.artists = artists
    this.#proxies = proxies
    this.#frames = frames
  }

  static async open(origin: string, count: number, nextBudget: () => ByteBudget): Promise<Crowd> {
    const frames = new EventEmitter()
    const onFrame = () => frames.emit('frame')
    let mark = 0
    const nextMark = () => ++mark
    const port = Number(new URL(origin).port)
    const proxies = await Promise.all(Array.from({ length: count }, () => FlakyProxy.to(port, nextBudget)))
    const artist = async (id: number, proxy?: FlakyProxy) =>
      new BoardArtist(await chatMember(id), {
        ...{ nextMark, onFrame, closesWhenDone: true },
        onEntered: () => proxy?.deliverLateBytes(),
      })
    const artists = proxies.map((proxy, index) => artist(index + 1, proxy))
    return new Crowd(await Promise.all([artist(count + 1), ...artists]), proxies, frames)
  }

  get disconnects(): number {
    return this.#proxies.reduce((sum, { breakCount }) => sum + breakCount, 0)
  }

  /** Waits until a condition that depends on received frames is true. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await once(this.#frames, 'frame')
  }

  /** Lets all artists draw and reconnect until there were `cuts` disconnects in total. */
  async draw(cuts: number): Promise<void> {
    const drawing = this.artists.map(async (artist, index) => {
      while (this.disconnects < cuts) {
        await this.#mayReconnect
        await artist.connectUntilClosed(this.#proxies[index]?.origin ?? '').catch(() => undefined)
        this.#frames.emit('frame')
      }
    })
    await this.until(() => this.disconnects >= cuts)
    // An artist without traffic would wait forever for a disconnect.
    for (const artist of this.artists) artist.terminate()
    await Promise.all(drawing)
  }

  /** Pauses reconnections until the promise resolves. */
  async pauseReconnectsUntil(isOver: Promise<void>): Promise<void> {
    this.#mayReconnect = isOver
    await isOver
  }

  /**
   * Connects everyone directly until all batches are confirmed, then disconnects. Late bytes from a broken connection
   * may close a socket, which is then reopened. Returns all hashes, of the clients and of the site.
   */
  async convergedHashes(origin: string): Promise<number[]> {
    const all = [...this.artists, this.late]
    let isOver = false
    const stay = async (artist: BoardArtist) => {
      while (!isOver) await artist.connectUntilClosed(origin, false)
    }
    const staying = Promise.all(all.map(stay))
    await this.until(() => all.every(({ boardHash, replica }) => boardHash !== null && replica.outgoing.length === 0))
    for (const artist of all) artist.requestHash()
    const { replica: newest } = this.late
    const isAlike = ({ boardHash, replica }: BoardArtist) =>
      boardHash?.number === newest.number && replica.number === newest.number
    await this.until(() => all.every(isAlike))
    const hashes = all.flatMap(({ boardHash, replica }) => [boardHash?.hash ?? 0, replica.hash()])
    isOver = true
    for (const artist of all) artist.close()
    await staying
    return hashes
  }

  [Symbol.dispose](): void {
    for (const proxy of this.#proxies) proxy.close()
  }
}

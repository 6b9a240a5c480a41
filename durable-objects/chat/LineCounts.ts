import { CHAT_LINES_PER_BLOCK } from '../../contract/limits.ts'
import type { Connection } from '../realtime/Connection.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { log } from '../realtime/log.ts'
import type { ChatSite, CountedLines, LineBlock } from './ChatReports.ts'
import type { ChatSocketState, CountedBlocks, Member } from './state.ts'

type ChatConnection = Connection<ChatSocketState>

const HOUR_MS = 3_600_000
/** Blocks that one call counts; others wait for the next one. */
const BLOCKS_PER_CALL = 100

/**
 * Counts the lines of members at the site, which limits those of a day in all rooms. The site counts a block of lines
 * at once, and the blocks of several members by one call. The rest of a block is in the state of the socket, so that it
 * survives hibernation.
 */
export class LineCounts {
  readonly #site: ChatSite
  readonly #connections: ConnectionRegistry<ChatSocketState>
  /** Connections that need a block. */
  readonly #waiting = new Set<ChatConnection>()
  /** Settles when no connection waits. */
  #counting: Promise<void> | null = null

  constructor(site: ChatSite, connections: ConnectionRegistry<ChatSocketState>) {
    this.#site = site
    this.#connections = connections
  }

  /** The member of a socket as the author of a line. One who has no lines left today may still write the rest of a block. */
  speakerOf(connection: ChatConnection, now: number): Member {
    const { member } = connection.state
    return usableBlocks(connection, now).left > 0 ? { ...member, writesAgainAt: undefined } : member
  }

  /**
   * Counts a line that was written. Has the site count the next block as soon as the last line of a block is written,
   * so that the next line is refused if that was the last one of the day.
   */
  async countWritten(connection: ChatConnection, now: number): Promise<void> {
    const blocks = usableBlocks(connection, now)
    this.#setBlocks(connection, { ...blocks, left: blocks.left - 1 })
    if (!this.#needsBlock(connection)) return
    this.#waiting.add(connection)
    this.#counting ??= this.#countWaiting()
    await this.#counting
  }

  async #countWaiting(): Promise<void> {
    while (this.#waiting.size > 0) {
      const connections = this.#nextWaiting()
      // Lines that are written during the call need another one, unless their block is large enough.
      for (const connection of connections) this.#waiting.delete(connection)
      await this.#countBlocks(connections.filter((connection) => this.#needsBlock(connection)))
    }
    this.#counting = null
  }

  /** A waiting connection of each member, as the site counts a block of each at once. */
  #nextWaiting(): ChatConnection[] {
    const ofMembers = new Map([...this.#waiting].map((connection) => [connection.state.member.id, connection]))
    return [...ofMembers.values()].slice(0, BLOCKS_PER_CALL)
  }

  async #countBlocks(connections: readonly ChatConnection[]): Promise<void> {
    if (connections.length === 0) return
    // Taken before the call, because the rest of a block may not count for a later hour than at the site.
    const now = Date.now()
    try {
      const counts = await this.#site.countLines(connections.map((connection) => this.#nextBlock(connection)))
      for (const [index, connection] of connections.entries()) this.#note(connection, counts[index], now)
    } catch (error) {
      log('error', 'call to site', { name: 'lines', reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  /** The block to count next for a socket. */
  #nextBlock(connection: ChatConnection): LineBlock {
    const { left, counted } = blocksOf(connection)
    const { min, max } = CHAT_LINES_PER_BLOCK
    const lines = this.#connections.has(connection) ? Math.min(Math.max(counted, min), max) : 0
    return { userId: connection.state.member.id, lines, written: Math.max(0, -left) }
  }

  #note(connection: ChatConnection, count: CountedLines | undefined, at: number): void {
    if (!count) return
    const { left, counted } = blocksOf(connection)
    this.#setBlocks(connection, { left: left + count.lines, counted: counted + count.lines, at })
    if (count.writesAgainAt > 0) this.#refuse(connection.state.member.id, count.writesAgainAt)
    // Lines that were written during the call may have used up the block.
    else if (count.lines > 0 && this.#needsBlock(connection)) this.#waiting.add(connection)
  }

  /** A socket that has closed needs only the lines that were written. */
  #needsBlock(connection: ChatConnection): boolean {
    const { left } = blocksOf(connection)
    return this.#connections.has(connection) ? left <= 0 : left < 0
  }

  /** Refuses the lines of a member who has none left today, except the rests of blocks (`speakerOf`). */
  #refuse(userId: number, writesAgainAt: number): void {
    for (const connection of this.#connections.ofMember(userId)) {
      const { state } = connection
      connection.setState({ ...state, member: { ...state.member, writesAgainAt } })
    }
  }

  #setBlocks(connection: ChatConnection, blocks: CountedBlocks): void {
    const state = { ...connection.state, blocks }
    if (this.#connections.has(connection)) connection.setState(state)
    // The attachment of a socket that has closed says so, and must stay.
    else connection.state = state
  }
}

const blocksOf = ({ state }: ChatConnection): CountedBlocks => state.blocks ?? { left: 0, counted: 0, at: 0 }

/**
 * The blocks of a socket. What is left of them is lost when the hour ends for which they were counted, because a member
 * could keep it on many sockets and write the lines of several days on one.
 */
function usableBlocks(connection: ChatConnection, now: number): CountedBlocks {
  const blocks = blocksOf(connection)
  const isOfThisHour = Math.floor(blocks.at / HOUR_MS) === Math.floor(now / HOUR_MS)
  return isOfThisHour ? blocks : { ...blocks, left: Math.min(0, blocks.left), counted: 0 }
}

import { CHAT_LINES_PER_BLOCK } from '../../contract/limits.ts'
import type { Connection } from '../realtime/Connection.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { log } from '../realtime/log.ts'
import type { ChatSite, CountedLines, LineBlock } from './ChatReports.ts'
import type { ChatSocketState } from './state.ts'

type ChatConnection = Connection<ChatSocketState>

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

  /**
   * Counts a line that was written. Has the site count the next block as soon as the last line of a block is written,
   * so that the next line is refused if that was the last one of the day.
   */
  async count(connection: ChatConnection): Promise<void> {
    this.#setLines(connection, { linesLeft: (connection.state.linesLeft ?? 0) - 1 })
    if (!needsBlock(connection)) return
    this.#waiting.add(connection)
    this.#counting ??= this.#countWaiting()
    await this.#counting
  }

  async #countWaiting(): Promise<void> {
    while (this.#waiting.size > 0) {
      const connections = this.#nextWaiting()
      // Lines that are written during the call need another one, unless their block is large enough.
      for (const connection of connections) this.#waiting.delete(connection)
      await this.#countBlocks(connections.filter(needsBlock))
    }
    this.#counting = null
  }

  /** Waiting connections of different members. */
  #nextWaiting(): ChatConnection[] {
    const ofMembers = new Map([...this.#waiting].map((connection) => [connection.state.member.id, connection]))
    return [...ofMembers.values()].slice(0, BLOCKS_PER_CALL)
  }

  async #countBlocks(connections: readonly ChatConnection[]): Promise<void> {
    if (connections.length === 0) return
    try {
      const counts = await this.#site.countLines(connections.map(nextBlock))
      for (const [index, connection] of connections.entries()) this.#note(connection, counts[index])
    } catch (error) {
      log('error', 'call to site', { name: 'lines', reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  #note(connection: ChatConnection, counted: CountedLines | undefined): void {
    if (!counted) return
    const { linesLeft = 0, linesCounted = 0 } = connection.state
    this.#setLines(connection, { linesLeft: linesLeft + counted.lines, linesCounted: linesCounted + counted.lines })
    if (counted.writesAgainAt > 0 && needsBlock(connection))
      this.#refuse(connection.state.member.id, counted.writesAgainAt)
  }

  #setLines(connection: ChatConnection, lines: Pick<ChatSocketState, 'linesLeft' | 'linesCounted'>): void {
    // The attachment of a socket that has closed says so, and must stay.
    if (this.#connections.has(connection)) connection.setState({ ...connection.state, ...lines })
  }

  #refuse(userId: number, writesAgainAt: number): void {
    for (const connection of this.#connections.ofMember(userId)) {
      const { state } = connection
      connection.setState({ ...state, member: { ...state.member, writesAgainAt } })
    }
  }
}

const needsBlock = ({ state: { linesLeft = 0 } }: ChatConnection): boolean => linesLeft <= 0

/** The block to count next for a socket. It includes the lines that were written during the last call. */
function nextBlock({ state: { member, linesLeft = 0, linesCounted = 0 } }: ChatConnection): LineBlock {
  const written = Math.max(0, -linesLeft)
  const lines = Math.min(Math.max(linesCounted, CHAT_LINES_PER_BLOCK.min), CHAT_LINES_PER_BLOCK.max)
  return { userId: member.id, lines, written }
}

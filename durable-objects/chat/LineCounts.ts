import { CHAT_LINES_PER_BLOCK } from '../../contract/limits.ts'
import type { Connection } from '../realtime/Connection.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { log } from '../realtime/log.ts'
import type { ChatSite } from './ChatReports.ts'
import type { ChatSocketState } from './state.ts'

type ChatConnection = Connection<ChatSocketState>

/**
 * Counts the lines of members at the site, which limits those of a day in all rooms. The site counts a block of lines
 * at once. The rest of a block is in the state of the socket, so that it survives hibernation.
 */
export class LineCounts {
  readonly #site: ChatSite
  readonly #connections: ConnectionRegistry<ChatSocketState>
  /** Connections for which a block is being counted. */
  readonly #counting = new WeakSet<ChatConnection>()

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
    if ((connection.state.linesLeft ?? 0) > 0 || this.#counting.has(connection)) return
    this.#counting.add(connection)
    try {
      const { member, linesCounted = 0 } = connection.state
      const { lines, writesAgainAt } = await this.#site.countLines(member.id, nextBlock(linesCounted))
      if (lines > 0) this.#addBlock(connection, lines)
      else this.#refuse(member.id, writesAgainAt)
    } catch (error) {
      log('error', 'call to site', { name: 'lines', reason: error instanceof Error ? error.name : 'unknown' })
    }
    this.#counting.delete(connection)
  }

  #refuse(userId: number, writesAgainAt: number): void {
    for (const connection of this.#connections.ofMember(userId)) {
      const { state } = connection
      connection.setState({ ...state, member: { ...state.member, writesAgainAt } })
    }
  }

  #addBlock(connection: ChatConnection, lines: number): void {
    const { linesLeft = 0, linesCounted = 0 } = connection.state
    this.#setLines(connection, { linesLeft: linesLeft + lines, linesCounted: linesCounted + lines })
  }

  #setLines(connection: ChatConnection, lines: Pick<ChatSocketState, 'linesLeft' | 'linesCounted'>): void {
    if (this.#connections.has(connection)) connection.setState({ ...connection.state, ...lines })
  }
}

/** The lines to count next for a socket. */
const nextBlock = (linesCounted: number): number =>
  Math.min(Math.max(linesCounted, CHAT_LINES_PER_BLOCK.min), CHAT_LINES_PER_BLOCK.max)

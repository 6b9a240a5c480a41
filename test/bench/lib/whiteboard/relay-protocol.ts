import { once } from 'node:events'
import WebSocket from 'ws'
import { encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { curveOf, drawFrame, readCurves } from './board-protocol.ts'
import type { Protocol } from './protocol.ts'

/** Adapter of a relay that only forwards the messages of the page: a yardstick for the board. */
export const relayProtocol: Protocol = {
  echoes: false,
  async enter(origin) {
    const socket = new WebSocket(origin.replace('http', 'ws'), { perMessageDeflate: false })
    await once(socket, 'open')
    let sequence = 0
    return {
      socket,
      nextFrame: (index) =>
        drawFrame({ sequence: ++sequence, shiftIndex: 0, commands: encodeCommands([curveOf(index)]) }),
    }
  },
  read: readCurves,
}

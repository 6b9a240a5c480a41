import { expect, it } from 'vitest'
import type { BoardCommand } from '../../../../contract/socket/draw-commands.ts'
import { BoardRaster } from '../../../../durable-objects/whiteboard/BoardRaster.ts'
import { RAW_PICTURES } from '../../../support/unit/board-simulation.ts'

const setPen = (client: number): BoardCommand[] => [
  { do: 'cs', client },
  { do: 'scr', colour: 0x2e6da4 },
  { do: 'slw', width: 1024 },
]

it('a snapshot leaves only the pens of its clients in memory', async () => {
  const raster = new BoardRaster({ snapshot: () => null, flushesAfter: () => [] }, RAW_PICTURES)
  raster.draw(1, [1, 2, 3].flatMap(setPen))
  await raster.snapshot(0, new Set([2]))
  expect([1, 2, 3].map((client) => raster.hasPen(client))).toEqual([false, true, false])
})

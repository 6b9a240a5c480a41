import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOARD } from '../../../../contract/limits.ts'
import { type DrawCommand, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import { BoardSimulation, type SimulationStep, simulationStep } from '../../../support/unit/board-simulation.ts'

/** Set by BOARD_HISTORIES=10000 for more. */
const HISTORIES = Number(process.env.BOARD_HISTORIES ?? 2000)

const within = (from: number, to: number) => fc.integer({ min: from * SUBPIXELS, max: to * SUBPIXELS })
/** Short strokes, also over the edge, because there are many histories. */
const stroke: fc.Arbitrary<DrawCommand> = fc
  .tuple(within(-30, BOARD.width), within(-30, BOARD.height), fc.array(within(0, 40), { minLength: 4, maxLength: 4 }))
  .map(([x, y, [a = 0, b = 0, c = 0, d = 0]]) => ({ do: 'dqc', x, y, cx: x + a, cy: y + b, x2: x + c, y2: y + d }))
const strokes = fc.array(stroke, { maxLength: 2 })

/** Histories in which boards once differed, or might. */
const FOUND: [string, SimulationStep][] = [
  [
    'a snapshot is taken while a batch of a client that just left is pending, with a pen set before',
    (world) => {
      for (let times = 0; times < 2; times++) {
        world.draw(0, [{ do: 'dqc', x: 0, y: 0, cx: 9000, cy: 9000, x2: 18_000, y2: 9000 }])
        world.read(0, 1)
        if (times === 0) world.flush()
      }
      world.disconnect(0)
      world.takeSnapshot()
    },
  ],
  [
    'the runtime dies while a snapshot is made for a waiting client',
    (world) => {
      world.draw(0, [{ do: 'dr', x: 0, y: 0, width: 256, height: 256 }])
      world.read(0, 1)
      world.takeSnapshot()
      world.connect(5)
      world.kill()
    },
  ],
  [
    'the board scrolls while a client is disconnected',
    (world) => {
      world.kill()
      world.scroll()
      world.connect(0)
      world.deliver(0, 3)
      world.draw(0, [{ do: 'dr', x: 0, y: 0, width: 256, height: 256 }])
    },
  ],
]

describe('random histories of eight artists, their connections, the clock and the runtime', () => {
  it('each batch reaches the log and all boards exactly once', { timeout: 1_200_000 }, async () => {
    const property = fc.asyncProperty(
      fc.array(simulationStep(strokes), { maxLength: 60, size: 'max' }),
      async (history) => {
        const world = new BoardSimulation(8)
        for (const play of history) await play(world)
        await world.settle()
        expect(await world.hasConverged()).toBe(true)
        expect(world.pendingCount()).toBe(0)
        expect(world.logCounts()).toEqual(world.logCounts().map(() => 1))
      },
    )
    await fc.assert(property, { numRuns: HISTORIES })
  })

  it.each(FOUND)('all boards are identical when %s', async (_name, play) => {
    const world = new BoardSimulation(8)
    await play(world)
    await world.settle()
    expect([await world.hasConverged(), world.pendingCount()]).toEqual([true, 0])
  })
})

import { blankBoard, drawCommands } from '../../../../contract/board/board.ts'
import { hashPixels } from '../../../../contract/board/hash.ts'
import { decodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { drawingLog } from './drawing-log.ts'

export type ReplayPlan = { minutes: number }

/** Result of a replay, printed by this process; equal hashes mean equal pixels. */
export type ReplayResult = { commands: number; seconds: number; hash: number }

/** Draws the log: `replay.ts PLAN`. */
const { minutes } = JSON.parse(process.argv[2] ?? '') as ReplayPlan
const { texts, commands } = drawingLog(minutes)
const board = blankBoard()
const started = performance.now()
for (const text of texts) drawCommands(board, decodeCommands(text) ?? [])
const seconds = (performance.now() - started) / 1000
console.log(JSON.stringify({ commands, seconds, hash: hashPixels(board.pixels) } satisfies ReplayResult))

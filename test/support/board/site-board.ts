import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { blankBoard, boardFromPixels, drawCommands } from '../../../contract/board/board.ts'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import {
  type BoardLogPage,
  boardLogBlock,
  boardLogPage,
  boardLogPagePath,
  boardLogReply,
  followingLogPage,
  snapshotPicturePath,
} from '../../../contract/http/whiteboard.ts'
import { BOARD_LOG_CACHE_SECONDS } from '../../../contract/limits.ts'
import { decodeCommands } from '../../../contract/socket/draw-commands.ts'

/** Requests a path of the site and returns the body of the reply. */
type Read = (path: string) => Promise<Uint8Array>

export async function hashOfSiteBoard(read: Read): Promise<string> {
  return hashOfPixels(await pixelsOfSiteBoard(read))
}

/** Pixels of the site's board: the last snapshot of its log, with the following flushes drawn by the rasteriser. */
export async function pixelsOfSiteBoard(read: Read): Promise<Int32Array> {
  await untilNothingIsCached()
  const readJson = async <T>(reply: z.ZodMiniType<T>, path: string) =>
    reply.parse(JSON.parse(new TextDecoder().decode(await read(path))))
  const { revision, snapshots } = await readJson(boardLogReply, '/api/v2/whiteboard/log')
  const from = snapshots.at(-1)?.number ?? 0
  const board =
    from > 0 ? boardFromPixels(decodeBoardPng(await read(snapshotPicturePath(revision, from)))) : blankBoard()
  let drawn = from
  for (let after: number | null = boardLogBlock(from); after !== null; ) {
    const page: BoardLogPage = await readJson(boardLogPage, boardLogPagePath(revision, after))
    const pens = page.pens.find(({ number }) => number === from)
    drawCommands(board, decodeCommands(pens?.pens ?? '') ?? [])
    for (const { number, text } of page.flushes.filter(({ number }) => number > drawn)) {
      drawCommands(board, decodeCommands(text) ?? [])
      drawn = number
    }
    after = followingLogPage(after, page)
  }
  return board.pixels
}

/** Waits until no cache has a log from before this call. */
export const untilNothingIsCached = () => setTimeout(BOARD_LOG_CACHE_SECONDS * 1000)

const hashOfPixels = (pixels: Int32Array) =>
  createHash('sha256')
    .update(new Uint8Array(pixels.buffer as ArrayBuffer))
    .digest('hex')

import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { blankBoard, drawCommands } from '../../../contract/board/board.ts'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import {
  BOARD_LOG_BLOCK,
  BOARD_LOG_PAGE,
  type BoardLogPage,
  type BoardLogReply,
  boardLogBlock,
  boardLogPage,
  boardLogPagePath,
  boardLogReply,
  followingLogPage,
  snapshotPicturePath,
} from '../../../contract/http/whiteboard.ts'
import { type DrawCommand, decodeCommands } from '../../../contract/socket/draw-commands.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { BoardStore } from '../../../durable-objects/whiteboard/BoardStore.ts'
import { DayLog } from '../../../durable-objects/whiteboard/DayLog.ts'
import { line } from '../../support/unit/board.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { ORIGIN, sendRequest } from '../../support/worker/site.ts'
import { boardObject, enterBoard, readUncached, resetBoard } from '../../support/worker/whiteboard.ts'

const HOUR_MS = 3_600_000
const stroke = (y: number) => line(10, y, 600, y + 40) as DrawCommand

const readLog = async () => boardLogReply.parse(await readUncached<BoardLogReply>('/api/v2/whiteboard/log'))
const readPage = async (revision: number, after: number) =>
  boardLogPage.parse(await readUncached<BoardLogPage>(boardLogPagePath(revision, after)))
const statusOf = async (path: string) => (await sendRequest(path)).status

/** Reads the page after a number and all later pages. */
async function readPages(revision: number, after: number): Promise<BoardLogPage[]> {
  const page = await readPage(revision, after)
  const following = followingLogPage(after, page)
  return following === null ? [page] : [page, ...(await readPages(revision, following))]
}

async function inStore<T>(work: (sql: SqlStorage, state: DurableObjectState) => T): Promise<T> {
  const result = await runInDurableObject(boardObject(), (_board, state) => work(state.storage.sql, state))
  await evictDurableObject(boardObject(), { webSockets: 'close' })
  return result
}

// Other tests need an empty board instead of this artificial log.
afterAll(resetBoard)

let revisions = 0
/** Writes a log of this many flushes, four a second until now, under a revision that no cache has seen. */
async function writeLog(flushes: number, textLength = 10): Promise<number> {
  const revision = ++revisions
  await inStore((sql) => {
    for (const table of ['flushes', 'snapshots', 'clients']) sql.exec(`DELETE FROM ${table}`)
    sql.exec("INSERT OR REPLACE INTO key_values VALUES ('revision', ?)", String(revision))
    sql.exec('INSERT INTO clients VALUES (1, 1, ?, 0, 0)', JSON.stringify({ id: 1, nickname: 'Mira', avatar: null }))
    sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO flushes SELECT i, 0, ?2 - (?1 - i) * 250, 0, printf('cs 1%c%.*c', 10, ?3, 10), '[[1,1]]' FROM n WHERE i <= ?1`,
      ...[flushes, Date.now(), textLength],
    )
  })
  return revision
}

/** The number of rows that this work reads from the log. */
function rowsReadBy(revision: number, work: (log: DayLog) => void): Promise<number> {
  return inStore((sql) => {
    const cursors: { readonly rowsRead: number }[] = []
    const exec: SqlStorage['exec'] = (query, ...values) => {
      const cursor = sql.exec(query, ...values)
      cursors.push(cursor)
      return cursor as never
    }
    work(new DayLog({ exec } as SqlStorage, { get: () => revision }))
    return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
  })
}

describe('the log of the whiteboard [2 §2 Whiteboard]', () => {
  describe('of two members', () => {
    const people: Person[] = []
    let boardHash: number
    beforeAll(async () => {
      people.push(await addPerson(), await addPerson())
      // Connects one after the other, so that the order of clients is known.
      const clients = []
      for (const person of people) clients.push(await enterBoard(person))
      const [mira, tomo] = clients
      if (!mira || !tomo) throw new Error('expected two members')
      for (let y = 0; y < 200; y += 40) {
        await mira.draw(stroke(y))
        await tomo.draw({ do: 'scr', colour: y * 300 }, stroke(y + 20))
      }
      await boardObject().picture()
      await mira.draw(stroke(300))
      await tomo.draw(stroke(320))
      boardHash = await mira.boardHash()
    })

    it('visitors read a log that begins with the empty board', async () => {
      const { start, snapshots } = await readLog()
      expect([start.number, snapshots[0]?.number, snapshots.length]).toEqual([0, 0, 2])
    })

    it('replaying the log from any snapshot gives the exact board', async () => {
      const { revision, last, snapshots } = await readLog()
      for (const { number } of snapshots) {
        const pages = await readPages(revision, boardLogBlock(number))
        const board = blankBoard()
        if (number > 0) {
          const picture = await sendRequest(snapshotPicturePath(revision, number))
          board.pixels.set(decodeBoardPng(new Uint8Array(await picture.arrayBuffer())))
          const pens = pages.flatMap((page) => page.pens).find((pen) => pen.number === number)
          drawCommands(board, decodeCommands(pens?.pens ?? '') ?? [])
        }
        for (const flush of pages.flatMap(({ flushes }) => flushes))
          if (flush.number > number && flush.number <= last.number)
            drawCommands(board, decodeCommands(flush.text) ?? [])
        expect(hashPixels(board.pixels)).toBe(boardHash)
      }
    })

    it('the log names the members who drew', async () => {
      const { artists } = await readPage((await readLog()).revision, 0)
      const known = people.map(({ id }) => ({ id, nickname: expect.any(String), avatar: null }))
      expect(artists.map(({ person }) => person)).toEqual(known)
    })
  })

  it('a page of small flushes has 4096 of them', async () => {
    const pages = await readPages(await writeLog(BOARD_LOG_PAGE * 2 + 10), 0)
    expect(pages.map(({ next }) => next)).toEqual([BOARD_LOG_PAGE, BOARD_LOG_PAGE * 2, null])
  })

  it('pages have no gaps', async () => {
    const pages = await readPages(await writeLog(BOARD_LOG_PAGE * 2 + 10), 0)
    const numbers = pages.flatMap(({ flushes }) => flushes.map(({ number }) => number))
    expect(numbers).toEqual(Array.from({ length: BOARD_LOG_PAGE * 2 + 10 }, (_, index) => index + 1))
  })

  it('a page is cached for a quarter of an hour once its marks cannot change', async () => {
    const revision = await writeLog(BOARD_LOG_PAGE * 2 + 10)
    // A page is not final until a later snapshot exists, because a snapshot in progress may still add its pens to the
    // page.
    await inStore((sql) => sql.exec("INSERT INTO snapshots VALUES (?, 0, x'00', '')", BOARD_LOG_PAGE + 1))
    const cacheControl = async (after: number) =>
      (await sendRequest(boardLogPagePath(revision, after))).headers.get('cache-control')
    expect(await Promise.all([0, BOARD_LOG_PAGE, BOARD_LOG_PAGE * 2].map(cacheControl))).toEqual([
      'public, max-age=900, immutable',
      'public, max-age=0, s-maxage=2',
      'public, max-age=0, s-maxage=2',
    ])
  })

  it('what changes with every flush is cached at the edge for two seconds, so that visitors cannot delay those who draw', async () => {
    const revision = await writeLog(3)
    const paths = ['/api/v2/whiteboard/log', '/api/v2/whiteboard/history', boardLogPagePath(revision, 0)]
    for (const path of paths) {
      await caches.default.delete(`${ORIGIN}${path}`)
      const put = vi.spyOn(caches.default, 'put')
      const reply = await sendRequest(path)
      expect([path, reply.headers.get('cache-control')]).toEqual([path, 'public, max-age=0, s-maxage=2'])
      expect(put.mock.calls.map(([address]) => address)).toEqual([`${ORIGIN}${path}`])
      put.mockRestore()
    }
  })

  it('pages are shorter where much was drawn', async () => {
    const revision = await writeLog(10, 100_000)
    const pages = await readPages(revision, 0)
    expect(pages.map(({ flushes }) => flushes.length)).toEqual([2, 2, 2, 2, 2])
  })

  it('a page is not found where no client requests one, also beyond the end of the log', async () => {
    const revision = await writeLog(300, 100_000)
    const statuses = async (numbers: number[]) =>
      Promise.all(numbers.map((after) => statusOf(boardLogPagePath(revision, after))))
    expect(await statuses([0, 1, 2, 3, 4, 253, 254, 255])).toEqual([200, 404, 200, 404, 200, 404, 200, 404])
    const ends = [BOARD_LOG_BLOCK, BOARD_LOG_BLOCK + 1, BOARD_LOG_BLOCK + 2, 300, 512, BOARD_LOG_BLOCK * 1e6]
    expect(await statuses(ends)).toEqual([200, 404, 200, 404, 404, 404])
  })

  it('a page is not found before the block in which the log begins', async () => {
    const revision = await writeLog(1000)
    await inStore((sql) => sql.exec('DELETE FROM flushes WHERE number <= 600'))
    const statuses = [0, 256, 512, 513, 768].map((after) => statusOf(boardLogPagePath(revision, after)))
    // Pages of the block 512 from before the deletion may be cached, with any cut.
    expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200, 200])
  })

  it('a page reads few rows, however long the log is', async () => {
    const rows = async (flushes: number): Promise<number> => {
      const revision = await writeLog(flushes)
      return rowsReadBy(revision, (log) => {
        log.span(Date.now())
        log.page(revision, 0)
        log.page(revision, flushes - (flushes % BOARD_LOG_PAGE))
      })
    }
    const [few, many] = [await rows(BOARD_LOG_PAGE + 1000), await rows(BOARD_LOG_PAGE * 10 + 1000)]
    expect(many).toBeLessThan(few + 30)
  })

  it('the pens of snapshots are read without the pictures, which have hundreds of pages of the database', async () => {
    const revision = await writeLog(10)
    const plan = await inStore((sql, { storage }) => {
      new BoardStore(storage).addSnapshot(
        { number: 5, shiftIndex: 0, picture: new Uint8Array([0]), pens: 'slw 1' },
        [],
        0,
      )
      let plan: unknown
      const exec: SqlStorage['exec'] = (query, ...values) => {
        if (/\bpens\b/.test(query)) plan = sql.exec(`EXPLAIN QUERY PLAN ${query}`, ...values).one().detail
        return sql.exec(query, ...values)
      }
      const page = new DayLog({ exec } as SqlStorage, { get: () => revision }).page(revision, 0)
      expect(page?.pens).toEqual([{ number: 5, pens: 'slw 1' }])
      return plan
    })
    expect(plan).toMatch(/COVERING INDEX/)
  })

  it('a refused page reads the rows of one block, however long the log is', async () => {
    const revision = await writeLog(BOARD_LOG_PAGE + 1000)
    const rows = await rowsReadBy(revision, (log) => expect(log.page(revision, 400)).toBeNull())
    expect(rows).toBeLessThan(BOARD_LOG_BLOCK)
  })

  it('addresses of another revision are not found', async () => {
    const revision = await writeLog(3)
    await inStore((sql) => sql.exec("INSERT INTO snapshots VALUES (2, 0, x'00', '')"))
    await readPage(revision, 0)
    await caches.default.delete(`${ORIGIN}${boardLogPagePath(revision, 0)}`)
    await inStore((sql) => sql.exec("UPDATE key_values SET value = ? WHERE name = 'revision'", String(++revisions)))
    expect((await readLog()).revision).toBe(revisions)
    const paths = [boardLogPagePath(revision, 0), snapshotPicturePath(revision, 2), snapshotPicturePath(revisions, 3)]
    expect(await Promise.all(paths.map(statusOf))).toEqual([404, 404, 404])
    expect(await statusOf(boardLogPagePath(revisions, 0))).toBe(200)
  })

  it('the log begins with the last 24 hours and the snapshot before them', async () => {
    const revision = await writeLog(100)
    await inStore((sql) => {
      sql.exec('UPDATE flushes SET at = at - ? WHERE number <= 60', 30 * HOUR_MS)
      for (const number of [20, 50, 80]) sql.exec("INSERT INTO snapshots VALUES (?, ?, x'00', '')", number, number)
    })
    const log = await readLog()
    expect(log).toMatchObject({ revision, start: { number: 60 }, last: { number: 100 } })
    expect(log.snapshots.map(({ number }) => number)).toEqual([50, 80])
    expect(Date.now() - fromWireTime(log.start.date)).toBeLessThan(HOUR_MS)
  })

  it('the log is empty when nobody drew for a day or ever', async () => {
    await writeLog(5)
    await inStore((sql) => sql.exec('UPDATE flushes SET at = at - ?', 25 * HOUR_MS))
    const old = await readLog()
    expect(old.start.number).toBe(old.last.number)
    await writeLog(0)
    expect(await readLog()).toMatchObject({ start: { number: 0 }, last: { number: 0 }, snapshots: [] })
  })

  it('the first snapshot of the log is kept although there are newer ones', async () => {
    await writeLog(1000)
    const kept = await inStore((sql, { storage }) => {
      sql.exec('UPDATE flushes SET at = at - ? WHERE number <= 500', 30 * HOUR_MS)
      const store = new BoardStore(storage)
      const picture = new Uint8Array([0])
      for (const number of [400, 1000]) store.addSnapshot({ number, shiftIndex: 0, picture, pens: '' }, [], Date.now())
      const first = sql.exec<{ number: number }>('SELECT min(number) AS number FROM flushes').one().number
      return { first, snapshots: sql.exec('SELECT number FROM snapshots').toArray() }
    })
    expect(kept).toEqual({ first: 401, snapshots: [{ number: 400 }, { number: 1000 }] })
    expect((await readLog()).start.number).toBe(500)
  })

  it('what has just become older than a day is not deleted yet, because caches may have a log that begins with it', async () => {
    await writeLog(100)
    const olderBy = (seconds: number) =>
      inStore((sql, { storage }) => {
        const picture = new Uint8Array([0])
        sql.exec('UPDATE flushes SET at = ? WHERE number <= 60', Date.now() - 24 * HOUR_MS - seconds * 1000)
        for (const number of [50, 100])
          new BoardStore(storage).addSnapshot({ number, shiftIndex: number, picture, pens: '' }, [], Date.now())
        return sql.exec<{ number: number }>('SELECT min(number) AS number FROM flushes').one().number
      })
    expect([await olderBy(30), await olderBy(90)]).toEqual([1, 51])
  })

  it('the texts that a rollback stages do not make the log lose its oldest scrolls', async () => {
    await writeLog(200, 100_000)
    const left = await inStore((sql, { storage }) => {
      sql.exec('UPDATE flushes SET shift_index = number / 50')
      const snapshot = (number: number) => ({ number, shiftIndex: number / 50, picture: new Uint8Array([0]), pens: '' })
      const store = new BoardStore(storage, 12_000_000)
      store.stage({ texts: new Map([[1, 'x']]), snapshots: new Map() })
      for (const number of [50, 100, 150]) store.addSnapshot(snapshot(number), [], Date.now())
      return sql.exec('SELECT count(*) AS flushes FROM flushes').one()
    })
    expect(left).toEqual({ flushes: 200 })
  })

  it('pictures that a rollback stages leave its memory, and replace those of the snapshots after its first change', async () => {
    await writeLog(200)
    const left = await inStore((sql, { storage }) => {
      sql.exec('UPDATE flushes SET shift_index = number / 50')
      const store = new BoardStore(storage)
      for (const number of [50, 100, 150])
        store.addSnapshot({ number, shiftIndex: number / 50, picture: new Uint8Array([0]), pens: '' }, [], Date.now())
      const log = { texts: new Map([[60, 'x']]), snapshots: new Map([[100, new Uint8Array([1])]]), slices: [] }
      store.stage(log)
      const inMemory = log.texts.size + log.snapshots.size
      store.rewrite(log, false)
      const [snapshots, staged] = ['snapshots', 'staged_pictures'].map((table) =>
        sql.exec<{ picture: string }>(`SELECT number, hex(picture) AS picture FROM ${table}`).toArray(),
      )
      return { inMemory, snapshots, staged }
    })
    const snapshots = [
      { number: 50, picture: '00' },
      { number: 100, picture: '01' },
    ]
    expect(left).toEqual({ inMemory: 0, snapshots, staged: [] })
  })

  it('a log above its size loses its oldest scrolls, also when the next snapshot cannot be stored', async () => {
    await writeLog(200, 100_000)
    const left = await inStore((sql, { storage }) => {
      sql.exec('UPDATE flushes SET shift_index = number / 50')
      const snapshot = (number: number) => ({ number, shiftIndex: number / 50, picture: new Uint8Array([0]), pens: '' })
      const large = new BoardStore(storage)
      for (const number of [50, 100, 150]) large.addSnapshot(snapshot(number), [], Date.now())
      const small = new BoardStore(storage, 12_000_000)
      const broken = { ...snapshot(200), pens: null as unknown as string }
      expect(() => small.addSnapshot(broken, [], Date.now())).toThrow()
      return [
        sql.exec('SELECT number FROM snapshots').toArray(),
        sql.exec('SELECT count(*) AS flushes FROM flushes').one(),
      ]
    })
    expect(left).toEqual([[{ number: 100 }, { number: 150 }], { flushes: 100 }])
    expect((await readLog()).start.number).toBe(100)
  })

  it('a client is kept as long as the log has its marks or it is connected', async () => {
    await writeLog(0)
    const clients = await inStore((sql, { storage }) => {
      const store = new BoardStore(storage)
      const addClient = () => store.clients.add({ id: 2, nickname: 'Tomo', avatar: null })
      const [old, connected] = [addClient(), addClient(), addClient()] as const
      const drawOn = (from: number, client: number, at = Date.now()) => {
        for (let number = from; number < from + 10; number++)
          store.save({ number, shiftIndex: 0, clock: { drawnMs: 0, at }, text: '', drawn: [[client, number]] }, null)
        const snapshot = { number: from + 9, shiftIndex: 0, picture: new Uint8Array([0]), pens: '' }
        store.addSnapshot(snapshot, [connected], Date.now())
      }
      drawOn(1, old, Date.now() - 30 * HOUR_MS)
      drawOn(11, addClient())
      addClient()
      drawOn(21, connected)
      return sql.exec('SELECT client, sequence FROM clients').toArray()
    })
    // The highest number is kept, so that it is never given to another client.
    expect(clients).toEqual([
      { client: 3, sequence: 30 },
      { client: 5, sequence: 20 },
      { client: 6, sequence: 0 },
    ])
  })
})

import { env } from 'cloudflare:workers'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { FIRST_RECORDING, listRecordings, type RecordingPosition } from '../../../worker/features/export/recordings.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { mp4 } from '../../support/videos.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addComment } from '../../support/worker/comments.ts'
import {
  bytesOf,
  downloadPart,
  EXPORT_PATH,
  exportOf,
  itemsOf,
  makeExport,
  requestExport,
  unpackedExport,
} from '../../support/worker/exports.ts'
import { becomeFan, block } from '../../support/worker/fans-and-blocks.ts'
import { addConversation, deleteThread } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { countRowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { croquisFile, putFile } from '../../support/worker/sketch-files.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addReplay } from '../../support/worker/stream-calls.ts'
import { addPicture, addUpload } from '../../support/worker/uploads.ts'

let mira: Person
let noor: Person
beforeEach(async () => {
  mira = await addPerson()
  noor = await addPerson()
})

const six = (id: number) => String(id).padStart(6, '0')

describe('the files of an export', () => {
  it('every sketch is in it, byte for byte as it was uploaded [issue 19]', async () => {
    const files = [uniqueCopy(pictures.png), uniqueCopy(pictures.webp), uniqueCopy(pictures.gif)]
    const types = ['png', 'webp', 'gif']
    const ids: number[] = []
    for (const file of files) ids.push((await addPicture(mira, { title: 'Ebb: a/b "c"' }, file)).id)
    const unpacked = await unpackedExport(mira)
    const named = files.map((file, index) => [`sketches/${six(ids[index] ?? 0)} Ebb- a-b -c-.${types[index]}`, file])
    expect(Object.fromEntries(Object.entries(unpacked).filter(([name]) => name.startsWith('sketches/')))).toEqual(
      Object.fromEntries(named),
    )
  })

  it('private sketch files, videos, earlier pictures and pictures that were not posted are in it', async () => {
    const first = uniqueCopy(pictures.png)
    const { id } = await addPicture(mira, { title: 'Ebb' }, first)
    const [layers, video] = [croquisFile(), mp4()]
    await jsonOf(putFile(mira, `/sketch/${id}/file`, layers))
    await jsonOf(putFile(mira, `/sketch/${id}/video`, video))
    const waiting = uniqueCopy(pictures.png)
    const upload = await addUpload(mira, waiting)
    const unpacked = await unpackedExport(mira)
    expect(unpacked[`sketch files/${six(id)} Ebb.croquis`]).toEqual(layers)
    expect(unpacked[`videos/${six(id)} Ebb.mp4`]).toEqual(video)
    expect(unpacked[`not posted/${upload.id}.png`]).toEqual(waiting)
    expect(itemsOf(unpacked, 'sketch-files').map(({ sketch, kind, file }) => [sketch, kind, file])).toEqual([
      [id, 'sketchFile', `sketch files/${six(id)} Ebb.croquis`],
      [id, 'video', `videos/${six(id)} Ebb.mp4`],
    ])
  })

  it('files and earlier pictures of a sketch that is being deleted are not in it', async () => {
    const { id } = await addPicture(mira, { title: 'Ebb' }, uniqueCopy(pictures.png))
    await jsonOf(putFile(mira, `/sketch/${id}/file`, croquisFile()))
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO sketch_versions (sketch_id, file_key, image_key, content_type, content_hash, thumbhash, colours,
            perceptual_hash, bytes, width, height, rotation, mirrored, angle, replaced_at)
          SELECT id, 'originals/before', 'before', content_type, '', '', '[]', '', bytes, width, height, 0, 0, 0, 1
          FROM sketches WHERE id = ?`,
      ).bind(id),
      env.DB.prepare("UPDATE sketches SET violation = 'deleted' WHERE id = ?").bind(id),
    ])
    const unpacked = await unpackedExport(mira)
    for (const name of ['sketches', 'sketch-files', 'earlier-versions']) expect(itemsOf(unpacked, name)).toEqual([])
    expect(Object.keys(unpacked).filter((name) => name.includes('Ebb'))).toEqual([])
  })

  it('the chat beside a replay is not in it, because it has lines of others', async () => {
    const id = await addReplay(mira, { title: 'Inking' })
    for (const name of ['1.seg', 'chat.json', 'manifest.json']) await env.FILES.put(`streams/${id}/${name}`, name)
    const names = Object.keys(await unpackedExport(mira)).filter((name) => name.startsWith('recordings/'))
    expect(names.map((name) => name.split('/')[2])).toEqual(['1.seg', 'manifest.json'])
  })

  it('the latest recordings are in it, up to a number of files', async () => {
    const ids = [await addReplay(mira), await addReplay(mira), await addReplay(mira)]
    for (const id of ids) for (const name of ['0', '1', '2']) await env.FILES.put(`streams/${id}/${name}.seg`, name)
    const listed: (string | null)[] = []
    let position: RecordingPosition | null = FIRST_RECORDING
    while (position) {
      const page = await listRecordings(openDb(env.DB), env.FILES, { userId: mira.id, position, filesMax: 4 })
      listed.push(...page.files.map(({ fileKey }) => fileKey))
      position = page.next
    }
    const [, second, third] = ids
    expect(listed).toEqual([...[0, 1, 2].map((n) => `streams/${third}/${n}.seg`), `streams/${second}/0.seg`])
  })

  it('recordings are in it after an export from before the maximum of files goes on', async () => {
    const id = await addReplay(mira)
    await env.FILES.put(`streams/${id}/0.seg`, '0')
    const position = { streamId: id, after: '' }
    const page = await listRecordings(openDb(env.DB), env.FILES, { userId: mira.id, position })
    expect(page.files.map(({ fileKey }) => fileKey)).toEqual([`streams/${id}/0.seg`])
  })

  it('recordings are in it, also one that staff hid, and no recording that was removed', async () => {
    const [kept, hidden, removed] = [
      await addReplay(mira, { title: 'Inking' }),
      await addReplay(mira, { replay: 'hidden' }),
      await addReplay(mira, { replay: 'none' }),
    ]
    for (const id of [kept, hidden, removed]) await env.FILES.put(`streams/${id}/1.seg`, `frames of ${id}`)
    const unpacked = await unpackedExport(mira)
    const recordings = Object.keys(unpacked).filter((name) => name.startsWith('recordings/'))
    expect(recordings.map((name) => Number(name.split('/')[1]?.split(' ')[0]))).toEqual([hidden, kept])
    expect(unpacked[`recordings/${six(kept)} Inking/1.seg`]).toEqual(new TextEncoder().encode(`frames of ${kept}`))
  })

  it('a strict reader finds names, times and sizes in order', async () => {
    const { id } = await addPicture(mira, { title: 'Überfahrt' })
    await env.DB.prepare('UPDATE sketches SET created_at = ? WHERE id = ?')
      .bind(Date.UTC(2021, 4, 3, 9, 30, 5), id)
      .run()
    const zip = await bytesOf(await downloadPart(mira, await makeExport(mira)))
    const reader = new ZipReader(new Uint8ArrayReader(zip), {
      strictness: 'strict',
      checkCrc32: true,
      useWebWorkers: false,
    })
    const entries = await reader.getEntries()
    const sketch = entries.find(({ filename }) => filename.startsWith('sketches/'))
    expect([sketch?.filename, sketch?.lastModDate]).toEqual([
      `sketches/${six(id)} Überfahrt.png`,
      new Date(Date.UTC(2021, 4, 3, 9, 30, 5)),
    ])
    for (const entry of entries) {
      if (entry.directory) throw new Error('an unexpected folder')
      expect(await entry.getData(new Uint8ArrayWriter())).toHaveLength(entry.uncompressedSize)
    }
    expect(entries[0]?.filename).toBe('README.txt')
  })
})

describe('the data of an export', () => {
  it('sketches have their texts, tags and files', async () => {
    const { id } = await addPicture(mira, { title: 'Ebb', description: 'Low.', tags: ['sea', 'mud'], unlisted: true })
    const [sketch] = itemsOf(await unpackedExport(mira), 'sketches')
    expect(sketch).toMatchObject({
      ...{ id, title: 'Ebb', description: 'Low.', tags: ['sea', 'mud'], unlisted: true },
      ...{ file: `sketches/${six(id)} Ebb.png`, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    })
  })

  it('hearts, fans, blocks and comments are in it, with nicknames and nothing else of others', async () => {
    const { id } = await addPicture(mira)
    const ines = await addPerson()
    await jsonOf(sendRequest('/heart', { as: noor, body: { action: 'heart', which: id } }))
    await becomeFan(noor, mira)
    await becomeFan(mira, noor)
    await block(mira, ines)
    await addComment(mira, id)
    const unpacked = await unpackedExport(mira)
    const who = { user: noor.id, nickname: noor.nickname }
    expect(itemsOf(unpacked, 'hearts-received')).toEqual([{ sketch: id, ...who, createdAt: expect.any(String) }])
    expect(itemsOf(unpacked, 'fans')).toEqual([{ ...who, createdAt: expect.any(String) }])
    expect(itemsOf(unpacked, 'fan-of')).toMatchObject([who])
    expect(itemsOf(unpacked, 'blocked-members')).toMatchObject([{ user: ines.id }])
    expect(itemsOf(unpacked, 'comments')).toMatchObject([{ on: 'sketch', target: id }])
  })

  it('hearts and gifts from behind a block are not in it, nor gifts that were taken back', async () => {
    const { id } = await addPicture(mira)
    const ines = await addPerson()
    const addGift = (buyer: Person, state: string, message: string) =>
      env.DB.prepare(
        `INSERT INTO store_orders (buyer_id, recipient_id, call_key, item, cents, currency, message, state, created_at,
          paid_at, checked_at) VALUES (?, ?, ?, 'hearts25', 500, 'USD', ?, ?, 1, 1, 1)`,
      )
        .bind(buyer.id, mira.id, crypto.randomUUID(), message, state)
        .run()
    for (const as of [noor, ines]) {
      await jsonOf(sendRequest('/heart', { as, body: { action: 'heart', which: id } }))
      await addGift(as, 'paid', `From ${as.nickname}`)
    }
    await addGift(ines, 'refunded', 'Taken back')
    await block(noor, mira)
    const unpacked = await unpackedExport(mira)
    expect(itemsOf(unpacked, 'hearts-received').map(({ user }) => user)).toEqual([ines.id])
    expect(itemsOf(unpacked, 'gifts-received').map(({ message }) => message)).toEqual([`From ${ines.nickname}`])
  })

  it('notifications are in it as the site lists them, without those about what staff hid since', async () => {
    const [shown, hidden] = [await addSketch(noor), await addSketch(noor)]
    for (const sketch of [shown, hidden]) await addComment(noor, sketch, `@${mira.nickname}, see ${sketch}`)
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(hidden).run()
    expect(itemsOf(await unpackedExport(mira), 'notifications')).toMatchObject([
      {
        ...{ category: 'mentions', user: noor.id, nickname: noor.nickname, sketch: shown },
        ...{ excerpt: `@${mira.nickname}, see ${shown}`, membersCount: 1, readAt: null },
      },
    ])
  })

  it('threads have the posts of both members, as the member sees them', async () => {
    const thread = await addConversation(noor, mira)
    const deleted = await addConversation(noor, mira)
    await jsonOf(deleteThread(mira, deleted))
    const unpacked = await unpackedExport(mira)
    expect(itemsOf(unpacked, 'message-threads').map((item) => item.thread)).toEqual([thread])
    expect(itemsOf(unpacked, 'messages').map(({ thread, nickname, text }) => [thread, nickname, text])).toEqual([
      [thread, noor.nickname, 'Is it free?'],
      [thread, mira.nickname, 'Yes, take it.'],
    ])
  })

  it('bans come without the member of staff and their notes', async () => {
    const staff = await addPerson({ flags: 'a' })
    const ban = { uid: mira.id, duration: 24, reason: 'Be kind.', notes: 'seen-before' }
    await jsonOf(sendRequest('/api/v2/gloperate/ban', { as: staff, body: ban }))
    const unpacked = await unpackedExport(mira)
    expect(itemsOf(unpacked, 'bans-and-warnings')).toMatchObject([{ durationHours: 24, reason: 'Be kind.' }])
    const all = Object.values(unpacked).map((file) => new TextDecoder().decode(file))
    expect(all.filter((text) => text.includes('seen-before'))).toEqual([])
  })

  it('nothing in it opens the account', async () => {
    const unpacked = await unpackedExport(mira)
    const { results } = await env.DB.prepare('SELECT token_hash FROM sessions WHERE user_id = ?').bind(mira.id).all()
    const hashes = results.map((row) => String(row.token_hash))
    const all = Object.values(unpacked).map((file) => new TextDecoder().decode(file))
    expect(itemsOf(unpacked, 'sessions')).toMatchObject([{ device: 'Test' }])
    expect(all.filter((text) => [mira.token.slice(0, 40), ...hashes].some((secret) => text.includes(secret)))).toEqual(
      [],
    )
  })

  it('a list longer than a file goes on in the next', async () => {
    await env.DB.prepare(
      `INSERT INTO ledger (user_id, unit, amount, reason, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
        SELECT ?, 'glop', 1, 'opening', i FROM n`,
    )
      .bind(mira.id)
      .run()
    const unpacked = await unpackedExport(mira)
    expect([itemsOf(unpacked, 'ledger-glops').length, itemsOf(unpacked, 'ledger-glops-2').length]).toEqual([2000, 1])
  })
})

describe('who may have an export', () => {
  it('nobody else can download it, and it does not exist for them', async () => {
    const { parts } = await makeExport(mira)
    expect((await errorOf(sendRequest(parts[0]?.url ?? '', { as: noor })))[0]).toBe(404)
    expect((await errorOf(sendRequest(parts[0]?.url ?? '')))[0]).toBe(401)
    expect(await exportOf(noor)).toMatchObject({ state: 'none', parts: [] })
  })

  it('a suspended member can ask for it and download it [2 §2]', async () => {
    await addBan(mira, -1)
    const made = await makeExport(mira)
    expect((await downloadPart(mira, made)).status).toBe(200)
  })

  it('an export is not cached, and saved as a file', async () => {
    const reply = await downloadPart(mira, await makeExport(mira))
    await reply.arrayBuffer()
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="croquis-\d{4}-\d\d-\d\d\.zip"$/)
  })

  it('a second request while there is one makes no other', async () => {
    const made = await makeExport(mira)
    await Promise.all([requestExport(mira), requestExport(mira)])
    expect(await exportOf(mira)).toEqual(made)
    const count = await env.DB.prepare('SELECT count(*) AS n FROM account_exports WHERE user_id = ?')
    expect(await count.bind(mira.id).first('n')).toBe(1)
  })

  it('a request reads none of the exports of others', async () => {
    const tomo = await addPerson()
    const request = (as: Person) => countRowsRead((bindings) => requestExport(as, bindings))
    const cost = await request(mira)
    await env.DB.prepare(
      `INSERT INTO account_exports (user_id, state, created_at, ends_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT ?, 'expired', 1, i FROM n`,
    )
      .bind(noor.id)
      .run()
    expect(await request(tomo)).toBe(cost)
  })

  it('the body of the request has no fields', async () => {
    expect((await errorOf(sendRequest(EXPORT_PATH, { as: mira, body: { userId: noor.id } })))[0]).toBe(400)
  })
})

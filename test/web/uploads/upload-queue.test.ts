import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Upload } from '../../../contract/http/uploads.ts'
import { TITLE_MAX, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '../../../contract/limits.ts'
import { fileRefusal } from '../../../web/features/uploads/file-check.ts'
import {
  EMPTY_TEXT,
  hasForm,
  hasUnsent,
  problemsOf,
  type QueueChange,
  queueReducer,
  titleFrom,
  type UploadEntry,
  uploadOf,
} from '../../../web/features/uploads/upload-queue.ts'
import { CallError, mayRetry } from '../../../web/lib/call.ts'

const uploadNamed = (id: string): Upload => ({
  id,
  fileName: `${id}.png`,
  width: 4,
  height: 3,
  bytes: 12,
  imageUrl: `/image/${id}`,
  thumbhash: '',
  mat: null,
  dateCreated: '20260102030405',
})

/** A picture as it was picked: still on its way, or received as the upload `upload`. */
function entry(key: string, more: Partial<UploadEntry> & { upload?: string; modified?: number } = {}): UploadEntry {
  const { upload, modified = 1, ...rest } = more
  return {
    key,
    name: `${key}.png`,
    bytes: 12,
    file: upload ? null : new File(['x'], `${key}.png`, { lastModified: modified }),
    progress: upload ? { state: 'received', upload: uploadNamed(upload) } : { state: 'waiting' },
    text: EMPTY_TEXT,
    problems: {},
    ...rest,
  }
}

const keysOf = (entries: readonly UploadEntry[]) => entries.map(({ key }) => key)
const abc = [entry('a'), entry('b'), entry('c')]
const someKeys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })
const by = fc.constantFrom(1 as const, -1 as const)

describe('the order of pictures', () => {
  it('a picture moves one place at a time', () => {
    expect(keysOf(queueReducer(abc, { do: 'move', key: 'b', by: 1 }))).toEqual(['a', 'c', 'b'])
    expect(keysOf(queueReducer(abc, { do: 'move', key: 'b', by: -1 }))).toEqual(['b', 'a', 'c'])
  })

  it('a picture does not move beyond the ends', () => {
    expect(queueReducer(abc, { do: 'move', key: 'a', by: -1 })).toEqual(abc)
    expect(queueReducer(abc, { do: 'move', key: 'c', by: 1 })).toEqual(abc)
  })

  /** Any pictures, and moves of them. */
  const keysAndMoves = someKeys.chain((keys) =>
    fc.record({ keys: fc.constant(keys), moves: fc.array(fc.tuple(fc.constantFrom(...keys), by)) }),
  )

  it('moves keep all pictures', () => {
    fc.assert(
      fc.property(keysAndMoves, ({ keys, moves }) => {
        const start = keys.map((key) => entry(key))
        const entries = moves.reduce((entries, [key, by]) => queueReducer(entries, { do: 'move', key, by }), start)
        expect(keysOf(entries).sort()).toEqual([...keys].sort())
      }),
    )
  })

  it('a move back restores the order', () => {
    fc.assert(
      fc.property(keysAndMoves, ({ keys, moves }) => {
        let entries = keys.map((key) => entry(key))
        for (const [key, by] of moves) {
          const next = queueReducer(entries, { do: 'move', key, by })
          const back = queueReducer(next, { do: 'move', key, by: by === 1 ? -1 : 1 })
          if (keysOf(next).join() !== keysOf(entries).join()) expect(keysOf(back)).toEqual(keysOf(entries))
          entries = next
        }
      }),
    )
  })
})

describe('changes of the queue', () => {
  const changes: Exclude<QueueChange, { do: 'add' }>[] = [
    { do: 'progress', key: 'gone', progress: { state: 'sending', sentBytes: 1 } },
    { do: 'text', key: 'gone', text: { title: 'x' } },
    { do: 'problems', key: 'gone', problems: { form: 'x' } },
    { do: 'move', key: 'gone', by: 1 },
    { do: 'remove', key: 'gone' },
  ]

  it.each(changes)('a change of a removed picture has no effect: $do', (change) => {
    expect(queueReducer(abc, change)).toEqual(abc)
  })

  it.each(changes)('a change does not affect other pictures: $do', (change) => {
    const after = queueReducer(abc, { ...change, key: 'b' })
    for (const unchanged of ['a', 'c'])
      expect(after.find(({ key }) => key === unchanged)).toBe(abc.find(({ key }) => key === unchanged))
  })

  it.each(changes)('a change does not affect the previous state: $do', (change) => {
    const before = structuredClone(abc.map(({ file, ...rest }) => rest))
    queueReducer(abc, { ...change, key: 'b' })
    expect(abc.map(({ file, ...rest }) => rest)).toEqual(before)
  })

  describe('a changed field of a refused picture', () => {
    const refused = [entry('a', { problems: { title: 'too rude', madeWithAi: 'say it', form: 'no answer' } })]
    const [after] = queueReducer(refused, { do: 'text', key: 'a', text: { madeWithAi: false } })

    it('a changed field leaves the others', () => {
      expect(after?.text).toEqual({ ...EMPTY_TEXT, madeWithAi: false })
    })

    it('a changed field loses its problem', () => {
      expect(after?.problems).toEqual({ title: 'too rude', form: 'no answer' })
    })
  })
})

describe('adding pictures', () => {
  it('a new picture goes to the end', () => {
    expect(keysOf(queueReducer(abc, { do: 'add', entries: [entry('d'), entry('e')] }))).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
  })

  it('the same file is added once', () => {
    expect(keysOf(queueReducer(abc, { do: 'add', entries: [entry('again', { name: 'a.png' })] }))).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it.each([
    ['another name', entry('again')],
    ['another size', entry('again', { name: 'a.png', bytes: 13 })],
    ['another time', entry('again', { name: 'a.png', modified: 2 })],
  ])('a file with %s is another picture', (_, other) => {
    expect(queueReducer(abc, { do: 'add', entries: [other] })).toHaveLength(4)
  })

  it('the same upload is added once, whatever the name of its file', () => {
    const received = [entry('a', { upload: 'one' })]
    expect(queueReducer(received, { do: 'add', entries: [entry('b', { upload: 'one' })] })).toHaveLength(1)
  })

  it('another upload is another picture', () => {
    const received = [entry('a', { upload: 'one' })]
    expect(queueReducer(received, { do: 'add', entries: [entry('b', { upload: 'two' })] })).toHaveLength(2)
  })
})

describe('the upload of a picture', () => {
  it.each(['received', 'posting'] as const)('a picture has an upload while it is %s', (state) => {
    const upload = uploadNamed('one')
    expect(uploadOf(entry('a', { progress: { state, upload } }))).toBe(upload)
  })

  it('a picture has no upload before it is received', () => {
    expect(uploadOf(entry('a'))).toBeNull()
  })

  it('a picture has no upload once it is posted', () => {
    expect(uploadOf(entry('a', { progress: { state: 'posted', sketchId: 1 } }))).toBeNull()
  })
})

describe('files [1 §9]', () => {
  it.each(UPLOAD_TYPES)('a file of type %s is sent up to 16,777,216 bytes', (type) => {
    expect(fileRefusal({ type, size: 1 })).toBeNull()
    expect(fileRefusal({ type, size: UPLOAD_MAX_BYTES })).toBeNull()
    expect(fileRefusal({ type, size: UPLOAD_MAX_BYTES + 1 })).toBe('Files can be up to 16 MB.')
  })

  it.each(UPLOAD_TYPES)('an empty file of type %s is not sent', (type) => {
    expect(fileRefusal({ type, size: 0 })).toBe('This file is empty.')
  })

  it.each(['text/plain', 'image/svg+xml', 'image/tiff', 'application/pdf'])('a file of type %s is not sent', (type) => {
    expect(fileRefusal({ type, size: 1 })).toBe('Pictures can be PNG, JPEG, WebP or GIF.')
  })

  it('a file of unknown type is left to the site to decide', () => {
    expect(fileRefusal({ type: '', size: 1 })).toBeNull()
  })
})

describe('the title suggested by a file name', () => {
  it.each([
    ['two boats.png', 'two boats'],
    ['harbour-steps_v2.final.jpg', 'harbour steps v2.final'],
    ['no ending', 'no ending'],
    ['IMG_2024.JPG', ''],
    ['dsc-0001.jpeg', ''],
    ['Screenshot (3).png', ''],
    ['20260102_030405.png', ''],
    ['untitled.png', ''],
    ['.png', ''],
    ['', ''],
  ])('the name %j suggests the title %j', (name, title) => {
    expect(titleFrom(name)).toBe(title)
  })

  const suggested = fc
    .string({ unit: fc.constantFrom('a', ' ', '_', '.', '👩', 'é'), minLength: 40, maxLength: 100 })
    .map(titleFrom)

  it('a suggested title fits the field', () => {
    fc.assert(
      fc.property(suggested, (title) => {
        expect(title.length).toBeLessThanOrEqual(TITLE_MAX)
      }),
    )
  })

  it('a suggested title has no underscores or hyphens', () => {
    fc.assert(
      fc.property(suggested, (title) => {
        expect(title).not.toMatch(/[_-]/)
      }),
    )
  })

  it('a suggested title ends with a whole character', () => {
    fc.assert(
      fc.property(suggested, (title) => {
        expect(title.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('posting', () => {
  it('a picture can be posted once the AI question is answered', () => {
    expect(problemsOf(EMPTY_TEXT)).toEqual({ madeWithAi: 'Please answer: made with generative AI?' })
    expect(problemsOf({ ...EMPTY_TEXT, madeWithAi: true })).toEqual({})
    expect(problemsOf({ ...EMPTY_TEXT, madeWithAi: false })).toEqual({})
  })
})

describe('a picture that could not be sent', () => {
  const failed = (error: CallError) =>
    entry('a', { progress: { state: 'failed', message: 'Failed', mayRetry: mayRetry(error) } })

  it('a picture that may be sent again keeps its form, and leaving the page asks first', () => {
    for (const error of [
      new CallError(0, 'no_reply', null),
      new CallError(401, 'not_logged_in', null),
      new CallError(429, 'too_many', null),
      new CallError(500, 'internal', null),
    ]) {
      expect(hasForm(failed(error))).toBe(true)
      expect(hasUnsent([failed(error), entry('b', { upload: 'b' })])).toBe(true)
    }
  })

  it('a refused picture does not hold up leaving the page', () => {
    expect(hasUnsent([failed(new CallError(415, 'wrong_type', null)), entry('b', { upload: 'b' })])).toBe(false)
  })
})

import fc from 'fast-check'
import { strToU8, Zip, ZipDeflate, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { crc32 } from '../../../../../contract/crc32.ts'
import { sketchStats } from '../../../../../contract/http/sketch-files.ts'
import { readManifest } from '../../../../../worker/features/sketch-files/manifest.ts'
import { readStack } from '../../../../../worker/features/sketch-files/open-raster.ts'
import { readSketchFile } from '../../../../../worker/features/sketch-files/read-sketch-file.ts'
import { videoType } from '../../../../../worker/features/sketch-files/video-type.ts'
import { readDirectory } from '../../../../../worker/features/sketch-files/zip.ts'
import { AppError } from '../../../../../worker/lib/app-error.ts'
import { downloadAs } from '../../../../../worker/lib/download-name.ts'
import { withDirectory, withFields, zipBomb } from '../../../../support/worker/zips.ts'

const runs = { numRuns: 500 }

const partsOf = (file: Uint8Array) => async (offset: number, length: number) => file.slice(offset, offset + length)
const read = (file: Uint8Array) => readSketchFile(partsOf(file), file.length)
const directoryOf = (file: Uint8Array) => readDirectory(partsOf(file), file.length)

/** Runs a reading that must either succeed or refuse the file. */
async function expectReadOrRefused(reading: () => unknown): Promise<unknown> {
  try {
    return await reading()
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).code).toBe('bad_file')
    return null
  }
}

async function expectRefused(reading: () => unknown): Promise<void> {
  const outcome = async () => {
    await reading()
    return 'read'
  }
  expect(await expectReadOrRefused(outcome)).toBeNull()
}

const manifestOf = (fields: object = {}) => strToU8(JSON.stringify({ format: 'croquis', version: 1, ...fields }))
const sound = zipSync({ 'manifest.json': manifestOf({ snapshots: 3 }), 'layers/0.png': new Uint8Array(300) })

describe('the directory of a zip', () => {
  const name = fc
    .stringMatching(/^[a-z][a-z0-9 ._-]{0,11}(\/[a-z][a-z0-9_-]{0,5}){0,2}$/)
    .filter((text) => !/(^|\/)\.+($|\/)/.test(text))
  const files = fc.uniqueArray(fc.tuple(name, fc.uint8Array({ maxLength: 500 })), {
    selector: ([path]) => path,
    maxLength: 8,
  })

  it('the directory names every packed file, and each entry unpacks to its content', async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.constantFrom(0, 6),
        fc.uint8Array({ maxLength: 40 }),
        async (packed, level, comment) => {
          const zip = zipSync(Object.fromEntries(packed) as Zippable, { level: level as 0 | 6 })
          const commented = new Uint8Array([...zip, ...comment])
          new DataView(commented.buffer).setUint16(zip.length - 2, comment.length, true)
          const entries = await directoryOf(commented)
          expect(entries.map((entry) => entry.filename)).toEqual(packed.map(([path]) => path))
          for (const [index, entry] of entries.entries()) {
            expect(await entry.unpack(1000)).toEqual(packed[index]?.[1])
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('arbitrary bytes are either read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await expectReadOrRefused(() => read(bytes))
        await expectReadOrRefused(() => read(new Uint8Array([...bytes, ...sound])))
        await expectReadOrRefused(() => read(new Uint8Array([...sound.slice(0, bytes.length), ...sound])))
      }),
      runs,
    )
  })

  it('a damaged or truncated file is either read or refused', async () => {
    const change = fc.tuple(fc.nat(sound.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.nat(sound.length),
        async (changes, kept) => {
          const file = sound.slice()
          for (const [at, byte] of changes) file[at] = byte
          await expectReadOrRefused(() => read(file))
          await expectReadOrRefused(() => read(file.slice(0, kept)))
          await expectReadOrRefused(() => read(file.slice(kept)))
        },
      ),
      runs,
    )
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'C:/x', 'a\\b', 'a//b', './x', 'a\0b'])(
    'a path out of the folder is refused: %j',
    (path) => expectRefused(() => directoryOf(zipSync({ 'manifest.json': manifestOf(), [path]: strToU8('x') }))),
  )

  it.each<[string, [number, number, 2 | 4][]]>([
    ['encryption', [[8, 1, 2]]],
    ['links', [[38, 0xa1ff0000, 4]]],
    [
      'links, packed by any system',
      [
        [4, 0, 2],
        [38, 0xa1ff0000, 4],
      ],
    ],
    ['another compression method', [[10, 12, 2]]],
    ['sizes that no compression reaches', [[24, 0xfffffffe, 4]]],
    [
      'an entry larger than the file',
      [
        [20, 1_000_000, 4],
        [24, 1_000_000, 4],
      ],
    ],
    ['overlapping entries', [[42, 0, 4]]],
    ['a name longer than the directory', [[28, 0xffff, 2]]],
  ])('a zip with %s is refused', (_name, changes) => expectRefused(() => directoryOf(withDirectory(sound, 1, changes))))

  it('names that differ only in case are refused', async () => {
    await expectRefused(() => directoryOf(zipSync({ 'A.png': strToU8('a'), 'a.png': strToU8('a') })))
  })

  it('more than 4,000 entries are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 4001 }, (_, index) => [`${index}`, new Uint8Array()]))
    await expectRefused(() => directoryOf(zipSync(many, { level: 0 })))
  })

  it('a zip that would unpack to gigabytes is refused', async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}`, new Uint8Array(300_000)]))
    const zip = zipSync(files)
    const [entry] = await directoryOf(zip)
    const most = (entry?.compressedSize ?? 0) * 1032
    expect(most).toBeGreaterThan(300_000)
    let bomb: Uint8Array = zip
    for (let index = 0; index < 5; index++) bomb = withFields(bomb, index, { bytes: most })
    expect(await directoryOf(bomb)).toHaveLength(5)
    const stored = zipSync({ a: new Uint8Array(8) }, { level: 0 })
    await expectRefused(() => directoryOf(withFields(stored, 0, { packedBytes: 0x40000001, bytes: 0x40000001 })))
  })

  it('an entry larger or smaller than declared, or damaged, is refused', async () => {
    const zip = zipSync({ 'manifest.json': manifestOf({ template: 'x'.repeat(60) }) })
    const unpack = async (file: Uint8Array, bytesMax = 10_000) => (await directoryOf(file))[0]?.unpack(bytesMax)
    const packed = await unpack(zip)
    if (!packed) throw new Error('there is no entry')
    for (const bytes of [packed.length - 1, packed.length + 1]) {
      await expectRefused(() => unpack(withFields(zip, 0, { bytes })))
    }
    await expectRefused(() => unpack(withFields(zip, 0, { crc: 1 })))
    await expectRefused(() => unpack(zip, packed.length - 1))
    await expectRefused(() => unpack(withDirectory(zip, 0, [[42, 4, 4]])))
  })

  it.each<[string, [number, number, 2 | 4][]]>([
    ['size', [[24, 100, 4]]],
    ['checksum', [[16, 1, 4]]],
    ['compression method', [[10, 0, 2]]],
    ['name', [[46, 0x6d6d, 2]]],
  ])('an entry whose header and directory differ in %s is refused', async (_name, changes) => {
    const zip = zipSync({ 'manifest.json': manifestOf({ template: 'x'.repeat(60) }) })
    await expectRefused(async () => (await directoryOf(withDirectory(zip, 0, changes)))[0]?.unpack(10_000))
  })

  it('unpacking stops as soon as an entry exceeds its declared size', async () => {
    const started = performance.now()
    await expectRefused(() => read(zipBomb('manifest.json', 1000, 500)))
    await expectRefused(() => read(zipBomb('manifest.json', 1000, 1_000_000)))
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('a zip written as a stream, with sizes after the data, is read', async () => {
    const parts: number[] = []
    const zip = new Zip((_error, part) => parts.push(...part))
    for (const [name, bytes] of Object.entries({ 'manifest.json': manifestOf({ images: 2 }), 'a.png': strToU8('a') })) {
      const entry = new ZipDeflate(name)
      zip.add(entry)
      entry.push(bytes, true)
    }
    zip.end()
    expect(await read(Uint8Array.from(parts))).toMatchObject({ stats: { images: 2 } })
  })

  it('a file is read in a few small parts', async () => {
    const lengths: number[] = []
    const counted = (offset: number, length: number) => {
      lengths.push(length)
      return partsOf(sound)(offset, length)
    }
    await readSketchFile(counted, sound.length)
    expect(lengths.length).toBeLessThanOrEqual(8)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(70_000)
  })

  it('a failure of the storage is not reported as a bad file', async () => {
    const broken = async (offset: number, length: number) => {
      if (length < 100) throw new Error('the storage is away')
      return partsOf(sound)(offset, length)
    }
    await expect(readSketchFile(broken, sound.length)).rejects.toThrow('the storage is away')
  })
})

describe('the manifest of a .croquis file', () => {
  it('any JSON is either read as a valid reply or refused', async () => {
    const field = fc.oneof(
      fc.jsonValue(),
      fc.string(),
      fc.integer(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double())),
    )
    const fields = fc.record(
      {
        appVersion: field,
        template: field,
        snapshots: field,
        brushes: field,
        images: field,
        uuids: field,
        tokens: field,
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const stats = await expectReadOrRefused(() => readManifest(manifestOf(given)))
        if (stats) expect(sketchStats.safeParse(stats).success).toBe(true)
      }),
      runs,
    )
  })

  it('every field but format and version is optional', () => {
    expect(readManifest(manifestOf())).toEqual({
      snapshots: 0,
      brushes: [],
      images: 0,
      uuids: [],
      template: '',
      appVersion: '',
      tokens: [],
    })
  })

  it.each([
    { format: 'other' },
    { version: 0 },
    { snapshots: -1 },
    { snapshots: 1.5 },
    { brushes: Array(201).fill('x') },
  ])('a manifest with %j is refused', (fields) => expectRefused(() => readManifest(manifestOf(fields))))
})

describe('the stack of an OpenRaster file', () => {
  it('any XML is either read or refused', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/>',
      '<image',
      '<layer',
      ' src="a.png"',
      " version='1'",
      ' w="9"',
      '"',
      "'",
      '=',
      ' ',
      '\n',
      'stack',
      '<!--',
      '&amp;',
    )
    const xml = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 60 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(xml, async (text) => {
        const stats = await expectReadOrRefused(() => readStack(strToU8(text)))
        if (stats) expect(sketchStats.safeParse(stats).success).toBe(true)
      }),
      runs,
    )
  })

  it('nested layers are counted, and comments and CDATA are not', () => {
    const xml = `<?xml version='1.0' encoding='UTF-8'?>
      <image version="0.0.3" w="60" h="40"><stack>
        <layer src="data/0.png"/><stack><layer src='data/1.png' name="a &lt; b"/><layer src="data/0.png"/></stack>
        <!-- <layer src="data/2.png"/> --><![CDATA[<layer src="data/3.png"/>]]>
      </stack></image>`
    expect(readStack(strToU8(xml))).toMatchObject({
      images: 2,
      appVersion: 'OpenRaster 0.0.3',
      tokens: [
        { token: 'layers', value: 3 },
        { token: 'w', value: 60 },
        { token: 'h', value: 40 },
      ],
    })
  })

  it.each([
    ['a document type', '<!DOCTYPE image><image/>'],
    ['an entity declaration', '<!DOCTYPE x [<!ENTITY a "a">]><image version="&a;"/>'],
    ['another root', '<stack><image/></stack>'],
    ['an unclosed element', '<image><stack></image>'],
    ['excessive nesting', `<image>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</image>`],
  ])('a stack with %s is refused', (_name, xml) => expectRefused(() => readStack(strToU8(xml))))

  it('any XML is read in a short time', async () => {
    const [open, blank] = ['<image '.repeat(100_000), `<image${' '.repeat(900_000)}`]
    const started = performance.now()
    await expectReadOrRefused(() => readStack(strToU8(open)))
    await expectReadOrRefused(() => readStack(strToU8(blank)))
    await expectReadOrRefused(() => readStack(strToU8(`<image ${'a="" '.repeat(200_000)}`)))
    await expectReadOrRefused(() => readStack(strToU8(`<image>${'<a>'.repeat(300_000)}`)))
    await expectReadOrRefused(() => readStack(strToU8(`<image>${'<layer src="a"/>'.repeat(60_000)}</image>`)))
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('checksums', () => {
  it('the checksum is the CRC-32 of zip files', () => {
    expect(crc32(strToU8('123456789'))).toBe(0xcbf43926)
    expect(crc32(new Uint8Array())).toBe(0)
  })
})

describe('the type of a video', () => {
  it('the type follows the first bytes and is null for other files', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect([null, 'video/mp4', 'video/webm']).toContain(videoType(bytes))
      }),
      runs,
    )
    expect(videoType(strToU8('\0\0\0\x18ftypisom'))).toBe('video/mp4')
    expect(videoType(strToU8('\0\0\0\x18ftypavif'))).toBeNull()
    expect(videoType(strToU8('\0\0\0\x18ftypheic'))).toBeNull()
  })
})

describe('the name of a download', () => {
  const sign = fc.constantFrom(
    '"',
    "'",
    '/',
    '\\',
    '.',
    '%',
    '*',
    '\r\n',
    '\0',
    '\u202e',
    'é',
    '日',
    '👩‍🎨',
    '\ud800',
    ' ',
  )
  const typed = fc.array(fc.oneof(sign, fc.string({ maxLength: 3 })), { maxLength: 20 }).map((parts) => parts.join(''))

  it('the name is a header on one line and never a path, whatever the title', () => {
    fc.assert(
      fc.property(typed, (title) => {
        const header = downloadAs(title, 'png')
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*\.png"; filename\*=UTF-8''[\w.!~%*-]*\.png$/)
        expect(header.split('"')).toHaveLength(3)
        expect(header).not.toMatch(/[/\\]|%2f|%5c|''\.\./i)
        expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
      }),
      runs,
    )
  })
})

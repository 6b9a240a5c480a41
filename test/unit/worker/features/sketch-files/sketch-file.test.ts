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

  /** Any files, and a zip of them with a comment. */
  const packing = fc
    .tuple(files, fc.constantFrom(0 as const, 6 as const), fc.uint8Array({ maxLength: 40 }))
    .map(([packed, level, comment]) => {
      const zip = zipSync(Object.fromEntries(packed) as Zippable, { level })
      const commented = new Uint8Array([...zip, ...comment])
      new DataView(commented.buffer).setUint16(zip.length - 2, comment.length, true)
      return { packed, zip: commented }
    })

  it('the directory names every packed file', async () => {
    await fc.assert(
      fc.asyncProperty(packing, async ({ packed, zip }) => {
        const entries = await directoryOf(zip)
        expect(entries.map((entry) => entry.filename)).toEqual(packed.map(([path]) => path))
      }),
      { numRuns: 150 },
    )
  })

  it('each entry unpacks to the content of its file', async () => {
    await fc.assert(
      fc.asyncProperty(packing, async ({ packed, zip }) => {
        const contents = (await directoryOf(zip)).map((entry) => entry.unpack(1000))
        expect(await Promise.all(contents)).toEqual(packed.map(([, content]) => content))
      }),
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

  it('a zip with sizes up to the highest ratio of compression is read', async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}`, new Uint8Array(300_000)]))
    let zip: Uint8Array = zipSync(files)
    const [entry] = await directoryOf(zip)
    const most = (entry?.compressedSize ?? 0) * 1032
    expect(most).toBeGreaterThan(300_000)
    for (let index = 0; index < 5; index++) zip = withFields(zip, index, { bytes: most })
    expect(await directoryOf(zip)).toHaveLength(5)
  })

  it('a zip that would unpack to more than a gigabyte is refused', async () => {
    const stored = zipSync({ a: new Uint8Array(8) }, { level: 0 })
    await expectRefused(() => directoryOf(withFields(stored, 0, { packedBytes: 0x40000001, bytes: 0x40000001 })))
  })

  describe('an entry of a zip', () => {
    const content = manifestOf({ template: 'x'.repeat(60) })
    const zip = zipSync({ 'manifest.json': content })
    const unpack = async (file: Uint8Array, bytesMax = 10_000) => (await directoryOf(file))[0]?.unpack(bytesMax)

    it('an entry of the maximum size is unpacked', async () => {
      expect(await unpack(zip, content.length)).toEqual(content)
    })

    it('an entry larger than the maximum size is refused', async () => {
      await expectRefused(() => unpack(zip, content.length - 1))
    })

    it.each([-1, 1])('an entry whose declared size differs by %i is refused', async (difference) => {
      await expectRefused(() => unpack(withFields(zip, 0, { bytes: content.length + difference })))
    })

    it('an entry with a wrong checksum is refused', async () => {
      await expectRefused(() => unpack(withFields(zip, 0, { crc: 1 })))
    })

    it('an entry whose header is elsewhere is refused', async () => {
      await expectRefused(() => unpack(withDirectory(zip, 0, [[42, 4, 4]])))
    })

    it.each<[string, [number, number, 2 | 4][]]>([
      ['size', [[24, 100, 4]]],
      ['checksum', [[16, 1, 4]]],
      ['compression method', [[10, 0, 2]]],
      ['name', [[46, 0x6d6d, 2]]],
    ])('an entry whose header and directory differ in %s is refused', async (_name, changes) => {
      await expectRefused(() => unpack(withDirectory(zip, 0, changes)))
    })
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
    const large = zipSync({ 'manifest.json': manifestOf(), 'layers/0.png': new Uint8Array(2_000_000) }, { level: 0 })
    let reads = 0
    const broken = async (offset: number, length: number) => {
      if (++reads > 1) throw new Error('the storage is away')
      return partsOf(large)(offset, length)
    }
    await expect(readSketchFile(broken, large.length)).rejects.toThrow('the storage is away')
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

  const statsOf = (layers: string) =>
    readStack(
      strToU8(`<?xml version='1.0' encoding='UTF-8'?>
        <image version="0.0.3" w="60" h="40"><stack>${layers}</stack></image>`),
    )

  it('the statistics contain the version and the size', () => {
    const [w, h] = [
      { token: 'w', value: 60 },
      { token: 'h', value: 40 },
    ]
    expect(statsOf('')).toMatchObject({
      appVersion: 'OpenRaster 0.0.3',
      tokens: expect.arrayContaining([w, h]),
    })
  })

  it('nested layers are counted', () => {
    const stats = statsOf(`<layer src="data/0.png"/><stack><layer src='data/1.png' name="a &lt; b"/></stack>`)
    expect(stats).toMatchObject({ images: 2, tokens: expect.arrayContaining([{ token: 'layers', value: 2 }]) })
  })

  it('a picture that several layers share is counted once', () => {
    const stats = statsOf('<layer src="data/0.png"/><layer src="data/0.png"/>')
    expect(stats).toMatchObject({ images: 1, tokens: expect.arrayContaining([{ token: 'layers', value: 2 }]) })
  })

  it.each([
    ['a comment', '<!-- <layer src="data/2.png"/> -->'],
    ['CDATA', '<![CDATA[<layer src="data/3.png"/>]]>'],
  ])('a layer in %s is not counted', (_place, layer) => {
    const stats = statsOf(`<layer src="data/0.png"/>${layer}`)
    expect(stats).toMatchObject({ images: 1, tokens: expect.arrayContaining([{ token: 'layers', value: 1 }]) })
  })

  it.each([
    ['a document type', '<!DOCTYPE image><image/>'],
    ['an entity declaration', '<!DOCTYPE x [<!ENTITY a "a">]><image version="&a;"/>'],
    ['another root', '<stack><image/></stack>'],
    ['an unclosed element', '<image><stack></image>'],
    ['too many elements', `<image>${'<a/>'.repeat(10_000)}</image>`],
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
    await expectReadOrRefused(() => readStack(strToU8(`<image>${'\r'.repeat(1_000_000)}</image>`)))
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
  it('a video is recognised by its first bytes', () => {
    expect(videoType(strToU8('\0\0\0\x18ftypisom'))).toBe('video/mp4')
  })

  it.each(['avif', 'heic'])('a picture in the container of a video is no video: %s', (brand) => {
    expect(videoType(strToU8(`\0\0\0\x18ftyp${brand}`))).toBeNull()
  })

  it('any bytes have a known type or none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect([null, 'video/mp4', 'video/webm']).toContain(videoType(bytes))
      }),
      runs,
    )
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
  /** The header for any title. */
  const header = fc
    .array(fc.oneof(sign, fc.string({ maxLength: 3 })), { maxLength: 20 })
    .map((parts) => downloadAs(parts.join(''), 'png'))

  it('a title breaks out of no part of the header', () => {
    fc.assert(
      fc.property(header, (header) => {
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*\.png"; filename\*=UTF-8''[\w.!~%*-]*\.png$/)
        expect(header.split('"')).toHaveLength(3)
      }),
      runs,
    )
  })

  it('the name is never a path', () => {
    fc.assert(
      fc.property(header, (header) => {
        expect(header).not.toMatch(/[/\\]|%2f|%5c|''\.\./i)
      }),
      runs,
    )
  })

  it('a header with any title is sent unchanged', () => {
    fc.assert(
      fc.property(header, (header) => {
        expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
      }),
      runs,
    )
  })
})

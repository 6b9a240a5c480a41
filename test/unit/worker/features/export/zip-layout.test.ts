import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { crc32 } from '../../../../../contract/crc32.ts'
import { type ZipFile, zipBytes, zipSegments } from '../../../../../worker/features/export/zip-layout.ts'

const zipOf = (files: readonly ZipFile[]) =>
  Buffer.concat(zipSegments(files).map(({ source }) => (source instanceof Uint8Array ? source : new Uint8Array())))

const fileOf = (name: string, source: Uint8Array): ZipFile => ({
  ...{ name, bytes: source.length, crc32: crc32(source), modifiedAt: Date.UTC(2021, 4, 3), source },
})

const contents = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 })

describe('the layout of a zip', () => {
  it('another program unpacks the same bytes, and the size is known beforehand', () => {
    fc.assert(
      fc.property(contents, (given) => {
        const files = given.map((source, index) => fileOf(`sketches/${index} – Überfahrt.png`, source))
        const zip = zipOf(files)
        expect(zip).toHaveLength(zipBytes(files))
        expect(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, [...bytes]])).toEqual(
          files.map(({ name }, index) => [name, [...(given[index] ?? [])]]),
        )
      }),
    )
  })

  it('a time before 1980, which a zip cannot have, becomes 1980', () => {
    const zip = zipOf([{ ...fileOf('a', new Uint8Array()), modifiedAt: 0 }])
    expect(new DataView(zip.buffer, zip.byteOffset).getUint16(12, true)).toBe((1 << 5) | 1)
  })
})

describe('the checksum', () => {
  it('the checksum is that of other programs, however the bytes are divided', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(crc32(bytes))
      }),
    )
  })
})

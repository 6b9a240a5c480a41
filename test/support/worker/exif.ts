import { concatBytes } from '../../../contract/bytes.ts'

/** Marker text in the Exif blocks, which tests search for. */
export const GPS_DATUM = 'WGS-84 HOME ADDRESS'

type Exif = { orientation: number; littleEndian?: boolean }

/** An Exif segment with an orientation and a GPS position. */
export function exifSegment({ orientation, littleEndian = false }: Exif): Uint8Array<ArrayBuffer> {
  const tiff = new Uint8Array(8 + 2 + 2 * 12 + 4 + 2 + 12 + 4 + GPS_DATUM.length + 1)
  const view = new DataView(tiff.buffer)
  const gpsAt = 8 + 2 + 2 * 12 + 4
  const datumAt = gpsAt + 2 + 12 + 4
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, littleEndian)
  view.setUint32(4, 8, littleEndian)
  view.setUint16(8, 2, littleEndian)
  const entry = (at: number, tag: number, type: number, count: number) => {
    view.setUint16(at, tag, littleEndian)
    view.setUint16(at + 2, type, littleEndian)
    view.setUint32(at + 4, count, littleEndian)
  }
  entry(10, 0x0112, 3, 1)
  view.setUint16(18, orientation, littleEndian)
  entry(22, 0x8825, 4, 1)
  view.setUint32(30, gpsAt, littleEndian)
  view.setUint16(gpsAt, 1, littleEndian)
  entry(gpsAt + 2, 0x0012, 2, GPS_DATUM.length + 1)
  view.setUint32(gpsAt + 10, datumAt, littleEndian)
  tiff.set(new TextEncoder().encode(GPS_DATUM), datumAt)
  return segment(0xe1, concatBytes(new TextEncoder().encode('Exif\0\0'), tiff))
}

export function segment(marker: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = payload.length + 2
  return concatBytes(Uint8Array.of(0xff, marker, length >> 8, length & 255), payload)
}

/** Inserts segments after the JPEG's start marker. */
export function withSegments(jpeg: Uint8Array, ...segments: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concatBytes(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2))
}

export function withExif(jpeg: Uint8Array, exif: Exif): Uint8Array<ArrayBuffer> {
  return withSegments(jpeg, exifSegment(exif))
}

export const VIDEO_HEAD_BYTES = 64

const MP4_BRANDS = /^(iso[m2-9a]|mp4[12]|avc1|M4V |dash|MSNV|mmp4|f4v |3g[p2].)$/

/** Recognises a video that browsers play by its first bytes. */
export function videoType(head: Uint8Array): 'video/mp4' | 'video/webm' | null {
  const text = String.fromCharCode(...head.subarray(0, VIDEO_HEAD_BYTES))
  if (text.slice(4, 8) === 'ftyp' && MP4_BRANDS.test(text.slice(8, 12))) return 'video/mp4'
  const isMatroska = text.startsWith('\x1a\x45\xdf\xa3')
  return isMatroska && text.includes('\x42\x82\x84webm') ? 'video/webm' : null
}

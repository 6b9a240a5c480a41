type Bytes = Uint8Array<ArrayBuffer>
type Vp8Fields = { isKey?: boolean; bytes?: number; fill?: number; width?: number; height?: number }

/** Frame tags of VP8: a picture that is shown. */
const TAG = { key: 0x10, other: 0x11 }

/** A VP8 picture of at least 10 bytes with a valid header, and `fill` instead of pixels. Default: no key frame. */
export function vp8Picture({ isKey = false, bytes = 32, fill = 0, width = 64, height = 48 }: Vp8Fields = {}): Bytes {
  const picture = new Uint8Array(bytes).fill(fill)
  if (!isKey) {
    picture.set([TAG.other, 0, 0])
    return picture
  }
  picture.set([TAG.key, 0, 0, 0x9d, 0x01, 0x2a])
  const view = new DataView(picture.buffer)
  view.setUint16(6, width, true)
  view.setUint16(8, height, true)
  return picture
}

const decode = (base64: string): Bytes => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Pictures of 64 × 48 as browsers encode them for streams: the codec, a key frame and the next picture. */
export const BROWSER_PICTURES = [
  {
    name: 'VP9 of Chromium',
    codec: 'vp09.00.50.08',
    key: decode(
      'gkmDQmAD8AL2BjgkHBg6AAAgQAB55X//9Yzw0nXvnk56XfNWUZ6lEDdAaTyoKQWyDTqbMJ6w///zyP////4xV7GEv//TgDb3qDRdX/8vemsf' +
        'izjD3I5+nmcuYmw5/i0HmCCv//TgKfqQHLq//rw6N/5n6nNp4bkDs7wmPxZ1DxEyMSxLktihc0oynEdylQfNupzPQAA=',
    ),
    next: decode(
      'hgBAkpwoSCAAA3AAAH5pf/63/Rvotu2hhzGifO9Nh//9K///+uO/Z/iuG/C0a07Pp9CdwCC0Olr34XUEbZAgtDECC0GFMpFYoPn0tsdgnhNN' +
        'qqtL08yfX8wyGZ4D6QRl4lHsxxFrEztFwEFmQKRpXicbktSfEA==',
    ),
  },
  {
    name: 'VP9 of Firefox',
    codec: 'vp09.00.50.08',
    key: decode(
      'g0mDQgAD8ALwAOCQcGFAAADAYAAAeLn//zE5///68j////Ty9pIP/+agG3OU4jt/hkPV74ATmeAEh///moFPkMd2j/ITMefhJcQfwMKdgA0m' +
        'yVzXQpOUX8UZKRSAAA==',
    ),
    next: decode(
      'hwECSkEHBIODDMAADm+xAIBoAAB/uL//bVtjmV4ORv7fHRaDBueflnRE1P7LjQzonsfzdHqhw/0Io7X7RPP4m6SAX49kCz8Ih5Agz1/90PvC' +
        'sIphrgwFT4jYPU2SBNGKdk9A',
    ),
  },
  {
    name: 'VP8 of Chromium',
    codec: 'vp8',
    key: decode(
      'cAQAnQEqQAAwAAFHCIWFiJmEiAeCAnWsDbP+5ARDT6jikwLJY1hGZV9/aWWg/vm+F+1OVmCQT//Ngf4I/l12gPuwnjCpaaFS187/6etdCYE/' +
        '+nrXQOn6oEovgkixgiP0l/oKKWaa/2ZEAha+77+z8cFxi7q5HbPpygA=',
    ),
    next: decode(
      'kQMABRA8ABpwaYNVQ5wdgEKjg08EAHSSOpmP8OFLxv74LPOfX30Gt0oz//bXF9u34jAD/6/d+nGMsbW/Hu73iYa42Hc2cxism8YhlP0JVgPy' +
        '6bfCplQ2N/B377llwiL71X2F/dJvwisgz2TJW21DTptFl6xQJfkpjmPItckV+0s+gn4/AA==',
    ),
  },
  {
    name: 'H.264 of Chromium',
    codec: 'avc1.42E033',
    key: decode(
      'AAAAAWdCwA2MjUI5NQYGBgeEQjUAAAABaM48gAAAAAFluAAEAAB///4IooAAgC+OAASjgACAX8P/4K8UAA7xIHEAQGibGJsQeGxg8NiI3aT+' +
        'P/8FfFAAO4kDQgCAyEzImZ4PDMg8Mz///wVeABUd8QWZ9q/665t2vrpc',
    ),
    next: decode(
      'AAAAAWHgAEAAvkf4UqJ4J8vP4fwvLz/Lz/LxcXFxccY4ABDYmoWn8Cd399uX8YumLp8SX1i94kKz/LwnfffdvELi6SXEkvTFvl9icyNBDF00' +
        'qAE8',
    ),
  },
] as const

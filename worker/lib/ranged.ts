/** Part of a file: from an offset, or its last bytes. */
export type Range = { offset: number; length?: number } | { suffix: number }

/** Parses a `range` header. Several or invalid ranges are ignored, and the reply is the whole file. */
export function parseRange(header: string | undefined): Range | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') return { suffix: Number(last) }
  if (last === '') return { offset: Number(first) }
  const length = Number(last) - Number(first) + 1
  return length > 0 ? { offset: Number(first), length } : undefined
}

/** The bytes of a range in a file of this size; null if it begins after the end. */
export function boundsOf(range: Range, size: number): { first: number; length: number } | null {
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.offset
  if (first >= size) return null
  const asked = 'length' in range && range.length !== undefined ? range.length : size
  return { first, length: Math.min(size - first, asked) }
}

/** Reads a range of a file, or the whole file if it does not have the range. */
export async function getWithRange(
  files: R2Bucket,
  key: string,
  range: Range | undefined,
): Promise<R2ObjectBody | null> {
  try {
    return await files.get(key, range && { range })
  } catch (error) {
    if (range) return files.get(key)
    throw error
  }
}

/** The reply to a range after the end of a file of this size. */
export function unsatisfiable(size: number): Response {
  return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
}

/** Replies with a file (200), a part of it (206), or 416 for a range after its end. */
export function rangedReply(object: R2ObjectBody, range: Range | undefined, headers: Record<string, string>): Response {
  const { size } = object
  const bounds = range && boundsOf(range, size)
  if (bounds === null) {
    void object.body.cancel()
    return unsatisfiable(size)
  }
  if (!bounds || !object.range) {
    return new Response(object.body, { headers: { ...headers, 'content-length': String(size) } })
  }
  const { first, length } = bounds
  return new Response(object.body, {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${first}-${first + length - 1}/${size}`,
      'content-length': String(length),
    },
  })
}

import { DERIVED, derivedPrefix, ORIGINALS, originalKey, originalName, removeKeys } from '../../lib/files.ts'

/** So many names one list of R2 gives at most. */
export const AT_ONCE = 1000
/** Behind every key. */
export const END = '\u{10ffff}'

/** What is left of the calls that a run may make. */
export type Calls = { left: number }

/** The originals that come next in R2, with the key up to which there are no others. */
export async function originalsAfter(files: R2Bucket, after: string, calls: Calls) {
  const page = await list(files, { prefix: ORIGINALS, startAfter: after || undefined }, calls)
  return { objects: page.objects, upTo: page.truncated ? (page.objects.at(-1)?.key ?? after) : END }
}

/** The originals of which something was made, by their keys, whether they are still there or not; as above. */
export async function madeAfter(files: R2Bucket, after: string, calls: Calls) {
  // `0` is the sign after the slash, so the pictures of the name at which the last piece ended are passed over.
  const startAfter = after && `${DERIVED}${originalName(after)}0`
  const page = await list(files, { prefix: DERIVED, delimiter: '/', startAfter: startAfter || undefined }, calls)
  const keys = page.delimitedPrefixes.map((prefix) => originalKey(prefix.slice(DERIVED.length, -1)))
  return { keys: keys.filter((key) => key > after), upTo: page.truncated ? (keys.at(-1) ?? after) : END }
}

/** A page of a list. R2 may answer with nothing though there is more; then the next one is asked for. */
async function list(files: R2Bucket, options: R2ListOptions, calls: Calls): Promise<R2Objects> {
  for (let cursor: string | undefined; ; ) {
    const page = await files.list({ ...options, limit: AT_ONCE, ...(cursor && { cursor }) })
    calls.left--
    if (!page.truncated || page.objects.length + page.delimitedPrefixes.length > 0) return page
    cursor = page.cursor
  }
}

/** So many names are cleared together: what was made of them fits into one removal. */
const TOGETHER = 20

/** Removes what was made of these originals, the first few at any rate, the others as far as the calls reach. */
export async function removeMade(files: R2Bucket, keys: readonly string[], callsMax: number) {
  let [count, calls] = [0, 0]
  while (count < keys.length && (count === 0 || calls + TOGETHER < callsMax)) {
    const group = keys.slice(count, count + TOGETHER)
    const pages = await Promise.all(group.map((key) => files.list({ prefix: derivedPrefix(originalName(key)) })))
    await removeKeys(
      files,
      pages.flatMap(({ objects }) => objects.map(({ key }) => key)),
    )
    count += group.length
    calls += group.length + 1
  }
  return { count, calls }
}

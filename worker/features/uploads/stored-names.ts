import {
  type CallBudget,
  DERIVED_PREFIX,
  derivedPrefix,
  ORIGINALS_PREFIX,
  originalKey,
  originalName,
  removeKeys,
} from '../../lib/files.ts'

/** Maximum number of names in a list of R2. */
export const KEYS_PER_LIST = 1000
/** Sorts after every key. */
export const END = '\u{10ffff}'

/** Lists the next originals in R2. The list is complete up to the key `upTo`. */
export async function listOriginalsAfter(files: R2Bucket, after: string, calls: CallBudget) {
  const page = await listPage(files, { prefix: ORIGINALS_PREFIX, startAfter: after || undefined }, calls)
  return { objects: page.objects, upTo: page.truncated ? (page.objects.at(-1)?.key ?? after) : END }
}

/** Lists the keys of the next originals with derived pictures, even if the original is missing. */
export async function listDerivedAfter(files: R2Bucket, after: string, calls: CallBudget) {
  // `0` comes after `/`, so this skips the pictures of the last name.
  const startAfter = after && `${DERIVED_PREFIX}${originalName(after)}0`
  const page = await listPage(
    files,
    { prefix: DERIVED_PREFIX, delimiter: '/', startAfter: startAfter || undefined },
    calls,
  )
  const keys = page.delimitedPrefixes.map((prefix) => originalKey(prefix.slice(DERIVED_PREFIX.length, -1)))
  return { keys: keys.filter((key) => key > after), upTo: page.truncated ? (keys.at(-1) ?? after) : END }
}

/** Lists a page that is not empty. R2 may return an empty page although the list continues. */
async function listPage(files: R2Bucket, options: R2ListOptions, calls: CallBudget): Promise<R2Objects> {
  for (let cursor: string | undefined; ; ) {
    const page = await files.list({ ...options, limit: KEYS_PER_LIST, ...(cursor && { cursor }) })
    calls.left--
    if (!page.truncated || page.objects.length + page.delimitedPrefixes.length > 0) return page
    cursor = page.cursor
  }
}

/** The derived pictures of this number of originals can be deleted in one call. */
const GROUP_SIZE = 20

/** Removes the derived pictures of originals: at least the first group, then as many as the calls allow. */
export async function removeDerived(files: R2Bucket, keys: readonly string[], callsMax: number) {
  let [count, calls] = [0, 0]
  while (count < keys.length && (count === 0 || calls + GROUP_SIZE < callsMax)) {
    const group = keys.slice(count, count + GROUP_SIZE)
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

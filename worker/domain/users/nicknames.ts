import { looksLikeLink } from '../../../contract/links.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { skeletonOf } from '../../lib/skeleton.ts'

/** Words that would make a member look like somebody who runs the site. */
const RESERVED_WORDS = [
  ...[PRODUCT_NAME, 'staff', 'admin', 'admins', 'administrator', 'administrators', 'moderator', 'moderators'],
  ...['gloperator', 'gloperators'],
]
/** Words that ordinary nicknames contain too. They are reserved only if the nickname has nothing else. */
const ROLE_WORDS = ['support', 'official', 'system']
/** Reserved as a whole nickname, and next to other reserved words. */
const COMPANION_WORDS = ['mod', 'mods', 'team']

const skeletonsInAnyCase = (word: string) => [word, word.toLowerCase(), word.toUpperCase()].map(skeletonOf)
const skeletonsOf = (words: string[]) => new Set(words.flatMap(skeletonsInAnyCase))

const RESERVED = skeletonsOf(RESERVED_WORDS)
const ALONE = skeletonsOf([...RESERVED_WORDS, ...ROLE_WORDS])
const COMPANIONS = skeletonsOf(COMPANION_WORDS)

const includes = (skeletons: ReadonlySet<string>, word: string) =>
  skeletonsInAnyCase(word).some((skeleton) => skeletons.has(skeleton))

/**
 * True for a nickname that contains a reserved word, or that consists only of reserved words, role words, companion
 * words, digits and separators. Look-alikes of a word count as the word.
 */
export function isReservedNickname(nickname: string): boolean {
  if (nickname.split(/[ ._'-]+/).some((word) => includes(RESERVED, word))) return true
  return includes(COMPANIONS, nickname) || isMadeOfReservedWords([...nickname.normalize('NFKC')])
}

/**
 * Returns the code with which a new nickname is refused, or null. Domain names are refused because mail programs make
 * links of them, and mails of the site have nicknames in their subjects.
 */
export function nicknameRefusal(nickname: string): 'nickname_reserved' | 'nickname_web_address' | null {
  if (isReservedNickname(nickname)) return 'nickname_reserved'
  return looksLikeLink(nickname) ? 'nickname_web_address' : null
}

/** Longer than every reserved word, even if two letters replace one, such as `rn` for m. */
const PIECE_MAX = 20
const FILLER = /^[\p{N} ._'-]$/u

/** True if letters can be split into reserved words, joined or with digits and separators between them. */
function isMadeOfReservedWords(letters: readonly string[]): boolean {
  // For each length, the ways to split the letters before it: none, only without a reserved word, or with one.
  const splits: ('none' | 'without' | 'with')[] = ['without', ...letters.map(() => 'none' as const)]
  for (const [end] of splits.entries()) {
    for (let start = Math.max(0, end - PIECE_MAX); start < end; start++) {
      const before = splits[start]
      if (before === 'none' || splits[end] === 'with') continue
      const piece = letters.slice(start, end).join('')
      if (includes(ALONE, piece)) splits[end] = 'with'
      else if (FILLER.test(piece) || includes(COMPANIONS, piece)) splits[end] = before ?? 'none'
    }
  }
  return splits.at(-1) === 'with'
}
